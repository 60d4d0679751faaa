// Events as lines of text (docs/notation.md, "Events and actions").
#include "notation/reader.hpp"

namespace crownlands {

namespace {

constexpr int far_away = 99;  // squares further from the castle than this are in no game

int read_seat(const Token& token, std::string_view text) { return read_number(token, text, 99, "a seat"); }

void read_kings(const TextLine& line, Event& event) {
    event.type = EventType::kings;
    for (std::size_t i = 1; i < line.tokens.size(); ++i) {
        const Token& token = line.tokens[i];
        if (event.count == most_seats) token.fail("the end of the line");
        const auto arrow = token.text.find('>');
        const int chooser = read_seat(token, token.text.substr(0, arrow));
        const int owner = arrow == std::string_view::npos ? chooser : read_seat(token, token.text.substr(arrow + 1));
        event.first[event.count] = static_cast<std::uint8_t>(chooser);
        event.second[event.count++] = static_cast<std::uint8_t>(owner);
    }
}

// `most` items that `read` understands.
template <class F>
void read_items(const TextLine& line, Event& event, int most, F read) {
    for (std::size_t i = 1; i < line.tokens.size(); ++i) {
        if (event.count == most) line.tokens[i].fail("the end of the line");
        event.first[event.count++] = static_cast<std::uint8_t>(read(line.tokens[i], line.tokens[i].text));
    }
}

void read_squares(const TextLine& line, Event& event, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
        const Square square = read_square(line.at(i, "a square (x,y)"), far_away);
        event.squares[event.count++] = {square.x, square.y};
    }
    line.ends_after(to);
}

void read_action(const TextLine& line, Event& event) {
    event.seat = read_seat(line.key(), line.key().text);
    const Token& verb = line.at(1, "an action");
    const auto domino = [&] {
        const Token& token = line.at(2, "a domino");
        event.first[0] = static_cast<std::uint8_t>(read_domino(token, token.text));
    };
    const auto tile = [&] {
        const Token& slot = line.at(2, "a slot (0 to 5)");
        event.slot = read_number(slot, slot.text, 99, "a slot (0 to 5)");
        const Token& kind = line.at(3, "the id of a building");
        event.first[0] = static_cast<std::uint8_t>(read_building(kind, kind.text));
    };
    if (verb.text == "choose" || verb.text == "discard") {
        event.type = verb.text == "choose" ? EventType::choose : EventType::discard;
        domino();
        line.ends_after(3);
    } else if (verb.text == "place") {
        event.type = EventType::place;
        domino();
        read_squares(line, event, 3, 5);
    } else if (verb.text == "tax") {
        event.type = EventType::tax;
        line.at(2, "a square (x,y)");
        read_squares(line, event, 2, line.tokens.size() < 4 ? 3 : 4);
    } else if (verb.text == "build") {
        event.type = EventType::build;
        tile();
        read_squares(line, event, 4, 5);
    } else if (verb.text == "bribe") {
        event.type = EventType::bribe;
        tile();
        line.ends_after(4);
    } else if (verb.text == "pass") {
        event.type = EventType::pass;
        line.ends_after(2);
    } else {
        verb.fail("choose, place, discard, tax, build, bribe or pass");
    }
}

}  // namespace

Event parse_event(std::string_view text) {
    const auto lines = split_lines(text);
    if (lines.empty()) throw Unreadable(1, 1, "an event expected");
    if (lines.size() > 1) lines[1].key().fail("one event only: the end of the text");
    const TextLine& line = lines[0];
    Event event{};
    if (line.key().text == "kings") {
        read_kings(line, event);
    } else if (line.key().text == "reveal") {
        event.type = EventType::reveal;
        read_items(line, event, most_seats, read_domino);
    } else if (line.key().text == "buildings") {
        event.type = EventType::buildings;
        read_items(line, event, slot_count, read_building);
    } else {
        read_action(line, event);
        return event;
    }
    if (event.count == 0) line.at(1, "what was drawn");
    return event;
}

std::string event_text(const Event& event) {
    static constexpr const char* verbs[] = {"kings",   "reveal", "buildings", "choose", "place",
                                            "discard", "tax",    "build",     "bribe",  "pass"};
    std::string text;
    if (event.type > EventType::buildings) text += std::to_string(event.seat) + " ";
    text += verbs[static_cast<int>(event.type)];
    switch (event.type) {
        case EventType::kings:
            for (int i = 0; i < event.count; ++i) {
                text += " " + std::to_string(event.first[i]);
                if (event.first[i] != event.second[i]) text += ">" + std::to_string(event.second[i]);
            }
            return text;
        case EventType::reveal:
            for (int i = 0; i < event.count; ++i) text += " " + domino_text(event.first[i]);
            return text;
        case EventType::buildings:
            for (int i = 0; i < event.count; ++i) text += std::string(" ") + buildings[event.first[i]].id;
            return text;
        case EventType::choose:
        case EventType::place:
        case EventType::discard:
            text += " " + domino_text(event.first[0]);
            break;
        case EventType::build:
        case EventType::bribe:
            text += " " + std::to_string(event.slot) + " " + buildings[event.first[0]].id;
            break;
        default:
            break;
    }
    for (int i = 0; i < event.count; ++i) text += " " + square_text(event.squares[i].x, event.squares[i].y);
    return text;
}

}  // namespace crownlands
