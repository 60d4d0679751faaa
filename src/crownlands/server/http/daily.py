"""Daily deals: one a day and family, the same for everybody on this server, and what everybody made of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta, structs
from starlette.responses import Response

from crownlands.rules import CrownlandsError, ruleset
from crownlands.server.guard.credentials import Signer
from crownlands.server.http.endpoints import ApiRequest, Endpoint, packed
from crownlands.server.http.me import find_me
from crownlands.server.http.request_limits import RequestLimits
from crownlands.server.live.rooms import Rooms
from crownlands.server.ops.clock import milliseconds
from crownlands.server.protocol.bodies.daily import (
    Calendar,
    CalendarDay,
    Compared,
    Daily,
    DailyComparison,
    DailyDeal,
    DailyRequest,
    MyDaily,
)
from crownlands.server.protocol.bodies.tables import Admission
from crownlands.server.protocol.entries import SharedKind
from crownlands.server.protocol.refusals import Refused
from crownlands.server.store.deals import COUNTED, DealRow, DealtRow, NewDeal
from crownlands.server.store.people import PersonRow
from crownlands.server.table.fair_deal import commitment, fixed_seed
from crownlands.server.table.shared import (
    DAILIES,
    DAYS_BACK,
    REFERENCES,
    daily_table,
    deal_code,
    ends,
    longest,
    playable,
    read_day,
    streak,
    today,
)
from crownlands.server.table.table import ending
from crownlands.server.table.texts import clean_name
from crownlands.study.matchpoints import all_matchpoints, matchpoints

COMPARED = 5000
"""Results of one deal that are compared."""
TOLD = 100
"""People whose results are told."""
PRACTICE_TOLD = 5
ATTEMPTS = 3


class MonthQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    month: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}$")] | None = None


class DailyApi:
    """The operations. Who somebody is, is said by their personal secret; without one they may look."""

    def __init__(self, rooms: Rooms, signer: Signer, request_limits: RequestLimits) -> None:
        self._rooms, self._signer, self._count = rooms, signer, request_limits.count
        self._deals = rooms.store.deals

    # Which deals there are

    def _new_deal(self, day: date, family: str) -> NewDeal:
        """The deal of a day, from the date and the server's secret alone."""
        rules, fixed = DAILIES[family].rules, self._rooms.settings.fixed
        seed = (
            fixed_seed(fixed.seed, f"daily {day.isoformat()} {rules.name}")
            if fixed
            else self._signer.daily_seed(day.isoformat(), rules.name)
        )
        return NewDeal(deal_code(day, family), None, day.isoformat(), rules.name, seed, "", milliseconds())

    async def _of_path(self, request: ApiRequest) -> tuple[date, DealRow]:
        """The deal of the path, if its day has come and is not too long ago."""
        family = request.path["family"]
        try:
            day = read_day(request.path["day"])
        except CrownlandsError:
            raise Refused("no-deal") from None
        if family not in DAILIES or not playable(day, milliseconds()):
            raise Refused("no-deal")
        return day, (await self._deals.settle([self._new_deal(day, family)]))[0]

    # What clients see

    def _deal(self, row: NewDeal, played: int, mine: Sequence[MyDaily] = ()) -> DailyDeal:
        day, family = read_day(row.day or ""), row.code.split()[1]
        rules = ruleset(row.ruleset)
        return DailyDeal(
            day=day.isoformat(),
            family=family,
            ruleset=rules.name,
            bots=list(DAILIES[family].bots),
            commitment=commitment(rules, row.seed),
            seed=row.seed if ends(day) <= milliseconds() else None,
            played=played,
            mine=list(mine),
        )

    def _mine(self, dealt: DealtRow, day: date, others: Sequence[int] | None = None) -> MyDaily:
        row = dealt.table
        end = ending(row.summary)
        points = None if end is None else end.points[0]
        until = milliseconds() if end is None else end.at
        return MyDaily(
            code=row.code,
            watch=row.watch,
            person=0,
            token=None if dealt.key is None else self._signer.token(row.code, 0, dealt.key),
            status=row.status,  # type: ignore[arg-type]
            points=points,
            counts=dealt.number == COUNTED and until < ends(day),
            share=None if points is None or others is None else matchpoints(points, others),
        )

    async def today(self, request: ApiRequest) -> Daily:
        self._count(request)
        me, now = await find_me(self._rooms, request), milliseconds()
        day = today(now)
        rows = await self._deals.settle([self._new_deal(day, family) for family in DAILIES])
        for row in rows:
            self._rooms.references.want(row)
        ids = [row.id for row in rows]
        played = await self._deals.played(ids)
        tables = await self._deals.of_owner(me.id, ids) if me else []
        deals = [
            self._deal(row, played.get(row.id, 0), [self._mine(table, day) for table in tables if table.deal == row.id])
            for row in rows
        ]
        days = await self._days(me)
        return Daily(day.isoformat(), now, ends(day), deals, streak(days, day), longest(days))

    async def _days(self, me: PersonRow | None) -> set[date]:
        """The days on which this person finished a deal in time."""
        finished = await self._deals.days_of(me.id) if me else []
        days = ((read_day(day), ending(row.summary)) for day, row in finished)
        return {day for day, end in days if end is not None and end.at < ends(day)}

    # Playing

    async def play(self, request: ApiRequest) -> Admission:
        self._count(request)
        me = await find_me(self._rooms, request)
        if me is None:
            raise Refused("bad-token")
        name = clean_name(request.body.name)
        for _ in range(ATTEMPTS):
            day, deal = await self._of_path(request)
            running = milliseconds() < ends(day)
            tables = await self._deals.of_owner(me.id, [deal.id])
            counted = next((table for table in tables if table.number == COUNTED), None)
            practice = request.body.practice or not running
            if not practice and counted is not None:
                return self._admit(counted)
            if practice and running and (counted is None or counted.table.status != "over"):
                raise Refused("play-first")
            self._count(request, makes=True)
            kind: SharedKind = "practice" if practice else "daily"
            number = 1 + max((table.number for table in tables), default=COUNTED) if practice else COUNTED
            daily = DAILIES[ruleset(deal.ruleset).family]
            opened = daily_table(kind, day, daily, name, deal.seed, request.body.pace)
            new = self._rooms.new_table(opened, deal.seed)
            if await self._deals.play(deal.id, me.id, number, new, opened.keys[0]) is not None:
                token = self._signer.token(new.code, 0, opened.keys[0])
                return Admission(new.code, new.watch, 0, token)
        raise Refused("too-fast")  # another page of the same person was faster, again and again

    def _admit(self, dealt: DealtRow) -> Admission:
        """Where this person has begun the deal."""
        if dealt.key is None:
            raise Refused("let-go")
        row = dealt.table
        return Admission(row.code, row.watch, 0, self._signer.token(row.code, 0, dealt.key))

    # Comparing

    async def compare(self, request: ApiRequest) -> Response:
        self._count(request)
        me = await find_me(self._rooms, request)
        day, deal = await self._of_path(request)
        self._rooms.references.want(deal)
        finished = await self._deals.finished(deal.id, COMPARED)
        mine = await self._deals.of_owner(me.id, [deal.id]) if me else []
        references = await self._deals.field(deal.id)

        def work() -> bytes:
            endings = [(row, end) for row in finished if (end := ending(row.table.summary)) and end.at < ends(day)]
            results = [
                Compared(end.names[0], None, end.points[0], None, me is not None and row.owner == me.id)
                for row, end in endings
            ]
            for player, points in references:
                results.append(Compared(player, player.split()[0], points, None, False))
            return msgspec.json.encode(self._comparison(deal, day, results, mine))

        return await self._rooms.read_for(request.address, lambda: packed(request.http, work()))

    def _comparison(
        self, deal: DealRow, day: date, unranked: Sequence[Compared], mine: Sequence[DealtRow]
    ) -> DailyComparison:
        shares = all_matchpoints([result.points for result in unranked])
        compared = [structs.replace(result, share=share) for result, share in zip(unranked, shares, strict=True)]
        results = sorted(compared, key=lambda result: -result.points)
        people = [result for result in results if result.level is None]
        others = [result.points for result in people if not result.you]
        references = [result.points for result in results if result.level is not None]
        own = next((result.points for result in people if result.you), None)
        least = people[TOLD - 1].points if len(people) > TOLD else 0
        tables = [self._mine(table, day, others + references) for table in _newest(mine, PRACTICE_TOLD)]
        return DailyComparison(
            deal=self._deal(deal, len(people), tables),
            results=[result for result in results if result.level or result.you or result.points >= least],
            people=len(people),
            references=len(references),
            references_in_all=len(REFERENCES),
            against_people=None if own is None else matchpoints(own, others),
            against_references=None if own is None else matchpoints(own, references),
        )

    async def calendar(self, request: ApiRequest) -> Response:
        self._count(request)
        me, last = await find_me(self._rooms, request), today(milliseconds())
        first = last - timedelta(days=DAYS_BACK)
        month = request.query.month or last.isoformat()[:7]
        ordinals = range(last.toordinal(), first.toordinal() - 1, -1)
        days = [day for day in map(date.fromordinal, ordinals) if day.isoformat().startswith(month)]
        found = await self._deals.between(days[-1].isoformat(), days[0].isoformat()) if days else {}
        ids = [row.id for row in found.values()]
        played = await self._deals.played(ids)
        mine = [row for row in await self._deals.of_owner(me.id, ids) if row.number == COUNTED] if me else []

        def deal(day: date, family: str) -> DailyDeal:
            row = found.get(deal_code(day, family))
            if row is None:
                return self._deal(self._new_deal(day, family), 0)
            own = [self._mine(table, day) for table in mine if table.deal == row.id]
            return self._deal(row, played.get(row.id, 0), own)

        def work() -> bytes:
            shown = [CalendarDay(day.isoformat(), [deal(day, family) for family in DAILIES]) for day in days]
            whole = Calendar(month, first.isoformat()[:7], last.isoformat()[:7], shown)
            return msgspec.json.encode(whole)

        return await self._rooms.read_for(request.address, lambda: packed(request.http, work()))

    async def reference(self, request: ApiRequest) -> Response:
        self._count(request)
        day, deal = await self._of_path(request)
        if milliseconds() < ends(day):
            raise Refused("day-running")
        player = request.path["player"].replace("-", " ")
        text = await self._deals.reference_record(deal.id, player) if player.isprintable() else None
        if text is None:
            raise Refused("no-deal")
        return Response(text, media_type="text/plain; charset=utf-8")

    def endpoints(self) -> list[Endpoint]:
        base, deal = "/api/daily", "/api/daily/{day}/{family}"
        return [
            Endpoint("GET", base, "Today's deals", self.today, Daily, refusals=(401,), token=True),
            Endpoint(
                "GET",
                f"{base}/calendar",
                "The deals of a month",
                self.calendar,
                Calendar,
                query=MonthQuery,
                refusals=(401,),
                token=True,
            ),
            Endpoint(
                "GET",
                deal,
                "What everybody made of a daily deal",
                self.compare,
                DailyComparison,
                refusals=(401, 404),
                token=True,
            ),
            Endpoint(
                "POST",
                deal,
                "Play a daily deal: it counts once, later it is practice",
                self.play,
                Admission,
                body=DailyRequest,
                status=201,
                refusals=(401, 404, 409),
                token=True,
            ),
            Endpoint(
                "GET",
                f"{deal}/{{player}}",
                "The game of a reference player, when the day is over",
                self.reference,
                str,
                refusals=(404, 409),
            ),
        ]


def _newest(tables: Sequence[DealtRow], practice: int) -> list[DealtRow]:
    """The one that counts, and the newest for practice."""
    counted = [table for table in tables if table.number == COUNTED]
    return [*counted, *sorted((table for table in tables if table.number), key=lambda row: -row.number)[:practice]]
