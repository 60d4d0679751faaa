// Reads positions (docs/notation.md, "Positions").
#include "notation/reader.hpp"

namespace crownlands {

namespace {

// Reads the lines of a position in their order.
class Parser {
   public:
    explicit Parser(std::string_view text) : lines_(split_lines(text)) {}

    Position parse() {
        const TextLine& format = expect("crownlands", "'crownlands position 1'");
        if (format.at(1, "'position'").text != "position") format.tokens[1].fail("'position'");
        if (format.at(2, "version 1").text != "1") format.tokens[2].fail("version 1");
        format.ends_after(3);
        const TextLine& name = expect("ruleset", "'ruleset'");
        const Token& token = name.at(1, "the name of a ruleset");
        name.ends_after(2);
        try {
            p_.rules = parse_ruleset(token.text);
        } catch (const Refused& error) {
            throw Unreadable(token.line, token.column, error.what());
        }
        p_.dragon = p_.queen = nobody;
        for (auto& slot : p_.slots) slot = nobody;
        if (p_.rules.games > 1) match();
        head();
        if (p_.rules.board) board();
        for (int index = 0; index < p_.rules.realms(); ++index) realm(index);
        if (next_ < lines_.size()) lines_[next_].key().fail("the end of the position");
        validate(p_);
        return p_;
    }

   private:
    std::vector<TextLine> lines_;
    std::size_t next_ = 0;
    Position p_{};

    const TextLine* optional(std::string_view key) {
        if (next_ < lines_.size() && lines_[next_].key().text == key) return &lines_[next_++];
        return nullptr;
    }
    const TextLine& expect(std::string_view key, const char* expected) {
        if (const TextLine* line = optional(key)) return *line;
        if (next_ < lines_.size()) lines_[next_].key().fail(expected);
        throw Unreadable(lines_.empty() ? 1 : lines_.back().number + 1, 1, std::string(expected) + " expected");
    }
    int single_number(const TextLine& line, int most, const char* expected) {
        const Token& token = line.at(1, expected);
        line.ends_after(2);
        return read_number(token, token.text, most, expected);
    }
    int seat(const Token& token, std::string_view text) {
        return read_number(token, text, p_.rules.seats - 1, "a seat of this ruleset");
    }
    Square square(const TextLine& line, std::size_t i) {
        return read_square(line.at(i, "a square (x,y)"), p_.rules.frame - 1);
    }

    void match() {
        const TextLine& line = expect("match", "'match'");
        const Token& number = line.at(1, "the number of the game");
        p_.game = static_cast<std::uint8_t>(
            read_number(number, number.text, p_.rules.games, "the number of a game of the match"));
        if (p_.game < 1) number.fail("the number of a game of the match");
        for (int realm = 0; realm < p_.rules.realms(); ++realm) {
            const Token& token = line.at(static_cast<std::size_t>(realm) + 2, "points/largest/crowns of every realm");
            std::string_view text = token.text;
            for (int i = 0; i < 3; ++i) {
                const auto slash = text.find('/');
                if ((slash == std::string_view::npos) != (i == 2)) token.fail("points/largest/crowns");
                p_.earlier[realm][i] = read_number(token, text.substr(0, slash), 999999, "points/largest/crowns");
                text.remove_prefix(slash == std::string_view::npos ? text.size() : slash + 1);
            }
        }
        line.ends_after(static_cast<std::size_t>(p_.rules.realms()) + 2);
    }

    void head() {
        p_.round = static_cast<std::uint8_t>(
            single_number(expect("round", "'round'"), p_.rules.rounds, "a round of this ruleset"));
        const TextLine& step_line = expect("step", "'step'");
        const Token& step = step_line.at(1, "a step");
        step_line.ends_after(2);
        int number = 0;
        while (number < step_count && step.text != step_names[number]) ++number;
        if (number == step_count) step.fail("a step");
        p_.step = Step(number);
        if (const TextLine* line = optional("kings")) kings(*line);
        if (p_.rules.opening == Opening::any_king) {
            if (const TextLine* line = optional("choosers")) choosers(*line);
        }
        if (const TextLine* line = optional("line")) {
            p_.line_count = claims(*line, p_.line, p_.line_seat, true);
        }
        if (const TextLine* line = optional("next")) {
            p_.next_count = claims(*line, p_.next, p_.next_seat, false);
        }
        while (const TextLine* line = optional("undrawn")) undrawn(*line);
    }

    void kings(const TextLine& line) {
        line.at(1, "a king");
        for (std::size_t i = 1; i < line.tokens.size(); ++i) {
            const Token& token = line.tokens[i];
            if (p_.king_count == p_.rules.king_count()) token.fail("no more kings than the game has");
            const auto arrow = token.text.find('>');
            const int chooser = seat(token, token.text.substr(0, arrow));
            const int owner = arrow == std::string_view::npos ? chooser : seat(token, token.text.substr(arrow + 1));
            p_.chooser[p_.king_count] = static_cast<std::uint8_t>(chooser);
            p_.owner[p_.king_count++] = static_cast<std::uint8_t>(owner);
        }
    }

    void choosers(const TextLine& line) {
        line.at(1, "a seat");
        for (std::size_t i = 1; i < line.tokens.size(); ++i) {
            const Token& token = line.tokens[i];
            if (p_.earlier_count == p_.rules.king_count()) token.fail("no more seats than there are kings");
            p_.earlier_choosers[p_.earlier_count++] = static_cast<std::uint8_t>(seat(token, token.text));
        }
    }

    std::uint8_t claims(const TextLine& line, std::uint8_t* numbers, std::uint8_t* seats, bool claimed) {
        line.at(1, "a domino");
        const int most = claimed ? p_.rules.king_count() : p_.rules.line;
        int n = 0;
        for (std::size_t i = 1; i < line.tokens.size(); ++i, ++n) {
            const Token& token = line.tokens[i];
            if (n == most) token.fail("no more dominoes than the line has");
            const auto equals = token.text.find('=');
            if (claimed && equals == std::string_view::npos) token.fail("a domino with its king (K3=2)");
            numbers[n] = static_cast<std::uint8_t>(read_domino(token, token.text.substr(0, equals)));
            if (n > 0 && numbers[n] <= numbers[n - 1]) token.fail("dominoes in ascending order");
            seats[n] = static_cast<std::uint8_t>(
                equals == std::string_view::npos ? nobody : seat(token, token.text.substr(equals + 1)));
        }
        return static_cast<std::uint8_t>(n);
    }

    void undrawn(const TextLine& line) {
        const Token& letter = line.at(1, "the letter of a box");
        const auto box =
            letter.text.size() == 1 ? std::string_view(box_letters).find(letter.text[0]) : std::string_view::npos;
        if (box == std::string_view::npos) letter.fail("the letter of a box");
        for (std::size_t b = box; b < box_count; ++b) {
            if (p_.undrawn[b]) letter.fail("each box once, in letter order");
        }
        line.at(2, "numbers of dominoes");
        int last = 0;
        for (std::size_t i = 2; i < line.tokens.size(); ++i) {
            const Token& token = line.tokens[i];
            const auto dash = token.text.find('-');
            const int from = read_number(token, token.text.substr(0, dash), dominoes_per_box, "a number from 1 to 48");
            const int to = dash == std::string_view::npos ? from
                                                          : read_number(token, token.text.substr(dash + 1),
                                                                        dominoes_per_box, "a number from 1 to 48");
            if (from <= last || to < from || (dash != std::string_view::npos && to == from)) {
                token.fail("ascending numbers or runs");
            }
            for (int n = from; n <= to; ++n) p_.undrawn[box] |= std::uint64_t{1} << (n - 1);
            last = to;
        }
    }

    void board() {
        const TextLine& slots = expect("board", "'board'");
        for (int slot = 0; slot < slot_count; ++slot) {
            const Token& token = slots.at(static_cast<std::size_t>(slot) + 1, "every slot by cost (0=statue or 0=-)");
            const auto equals = token.text.find('=');
            if (equals == std::string_view::npos ||
                read_number(token, token.text.substr(0, equals), slot_count, "a slot") != slot) {
                token.fail("every slot by cost (0=statue or 0=-)");
            }
            const std::string_view tile = token.text.substr(equals + 1);
            if (tile != "-") p_.slots[slot] = static_cast<std::uint8_t>(read_building(token, tile));
        }
        slots.ends_after(slot_count + 1);
        const TextLine& dragon = expect("dragon", "'dragon'");
        if (dragon.at(1, "'cave' or a slot").text == "cave") {
            dragon.ends_after(2);
        } else {
            p_.dragon = static_cast<std::uint8_t>(single_number(dragon, slot_count - 1, "'cave' or a slot"));
        }
        if (const TextLine* line = optional("stack")) stack(*line);
        if (const TextLine* line = optional("queen")) {
            p_.queen = static_cast<std::uint8_t>(single_number(*line, p_.rules.realms() - 1, "a realm"));
        }
        if (p_.rules.once) {
            if (const TextLine* line = optional("done")) done(*line);
        }
    }

    void done(const TextLine& line) {
        const char* expected = "a seat with what it has done (0=tax or 0=build), ascending";
        line.at(1, expected);
        int last = -1;
        for (std::size_t i = 1; i < line.tokens.size(); ++i) {
            const Token& token = line.tokens[i];
            const auto equals = token.text.find('=');
            const std::string_view phase = equals == std::string_view::npos ? "" : token.text.substr(equals + 1);
            if (phase != "tax" && phase != "build") token.fail(expected);
            const int bit =
                done_bit(seat(token, token.text.substr(0, equals)), phase == "tax" ? Step::tax : Step::build);
            if (bit <= last) token.fail(expected);
            last = bit;
            p_.done = static_cast<std::uint16_t>(p_.done | 1 << bit);
        }
    }

    void stack(const TextLine& line) {
        line.at(1, "a building");
        std::string_view last;
        for (std::size_t i = 1; i < line.tokens.size(); ++i) {
            const Token& token = line.tokens[i];
            const auto star = token.text.find('*');
            const std::string_view id = token.text.substr(0, star);
            const int kind = read_building(token, id);
            if (id <= last) token.fail("buildings in alphabetical order, each once");
            last = id;
            int copies = 1;
            if (star != std::string_view::npos) {
                copies = read_number(token, token.text.substr(star + 1), 99, "a number of tiles");
                if (copies < 1) token.fail("a number of tiles");
            }
            if (copies > buildings[kind].copies) token.fail("no more tiles of a kind than the box has");
            p_.stack[kind] = static_cast<std::uint8_t>(copies);
        }
    }

    void realm(int index) {
        const TextLine& head = expect("realm", "'realm'");
        if (single_number(head, p_.rules.realms() - 1, "a realm") != index)
            head.tokens[1].fail("every realm, ascending");
        RealmPosition& realm = p_.realms[index];
        if (p_.rules.board) {
            realm.coins = single_number(expect("coins", "'coins'"), 999, "a number of coins (at most 999)");
            realm.knights_in_reserve =
                single_number(expect("knights", "'knights'"), 999, "a number of knights (at most 999)");
            if (const TextLine* line = optional("taxed")) taxed(*line, realm);
        }
        while (const TextLine* line = optional("domino")) domino(*line, realm);
        if (p_.rules.board) {
            while (const TextLine* line = optional("building")) building(*line, realm);
        }
        if (const TextLine* line = optional("discarded")) discarded(*line, realm);
    }

    void taxed(const TextLine& line, RealmPosition& realm) {
        line.at(1, "a square (x,y)");
        for (std::size_t i = 1; i < line.tokens.size(); ++i) {
            if (realm.taxed_count == most_squares) line.tokens[i].fail("no more squares than a kingdom has");
            const Square here = square(line, i);
            if (realm.taxed_count && here <= realm.taxed[realm.taxed_count - 1]) {
                line.tokens[i].fail("squares in ascending order");
            }
            realm.taxed[realm.taxed_count++] = here;
        }
    }

    void domino(const TextLine& line, RealmPosition& realm) {
        const Token& token = line.at(1, "a domino");
        const int number = read_domino(token, token.text);
        if (realm.placed_count && number <= realm.placed[realm.placed_count - 1].domino) {
            token.fail("dominoes in ascending order");
        }
        if (realm.placed_count == (p_.rules.frame * p_.rules.frame - 1) / 2)
            token.fail("no more dominoes than the frame holds");
        realm.placed[realm.placed_count++] = {static_cast<std::uint8_t>(number), square(line, 2), square(line, 3)};
        line.ends_after(4);
    }

    void building(const TextLine& line, RealmPosition& realm) {
        const Token& token = line.at(1, "a building");
        if (realm.built_count == tile_count) token.fail("no more buildings than there are");
        const Built tile{static_cast<std::uint8_t>(read_building(token, token.text)), square(line, 2)};
        if (realm.built_count && tile.square <= realm.built[realm.built_count - 1].square) {
            line.tokens[2].fail("squares in ascending order");
        }
        realm.built[realm.built_count++] = tile;
        line.ends_after(3);
    }

    void discarded(const TextLine& line, RealmPosition& realm) {
        line.at(1, "a domino");
        int last = -1;
        for (std::size_t i = 1; i < line.tokens.size(); ++i) {
            const int number = read_domino(line.tokens[i], line.tokens[i].text);
            if (number <= last) line.tokens[i].fail("dominoes in ascending order");
            last = number;
            realm.discarded[number / dominoes_per_box] |= std::uint64_t{1} << (number % dominoes_per_box);
        }
    }
};

}  // namespace

Position parse_position(std::string_view text) { return Parser(text).parse(); }

}  // namespace crownlands
