// Tokens and names.
#include "notation/reader.hpp"

#include <cstring>

namespace crownlands {

std::vector<TextLine> split_lines(std::string_view text) {
    std::vector<TextLine> lines;
    int number = 0;
    while (!text.empty()) {
        const auto newline = text.find('\n');
        std::string_view line = text.substr(0, newline);
        text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
        ++number;
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        line = line.substr(0, line.find('#'));
        TextLine read{{}, number, 1};
        int column = 1;
        std::size_t i = 0;
        while (i < line.size()) {
            if (line[i] == ' ' || line[i] == '\t') {
                ++i;
                ++column;
                continue;
            }
            const std::size_t start = i;
            const int first = column;
            // Columns count characters, so the later bytes of one do not count.
            for (; i < line.size() && line[i] != ' ' && line[i] != '\t'; ++i) column += (line[i] & 0xc0) != 0x80;
            read.tokens.push_back({line.substr(start, i - start), number, first});
            read.end = column;
        }
        if (!read.tokens.empty()) lines.push_back(std::move(read));
    }
    return lines;
}

int read_number(const Token& token, std::string_view text, int most, const char* expected) {
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    if (!digits || text.size() > 9 || (text.size() > 1 && text[0] == '0')) token.fail(expected);
    int value = 0;
    for (const char digit : text) value = value * 10 + (digit - '0');
    if (value > most) token.fail(expected);
    return value;
}

int read_domino(const Token& token, std::string_view text) {
    const char* letter = text.empty() ? nullptr : std::strchr(box_letters, text[0]);
    if (!letter || *letter == '\0') token.fail("a domino (K1 to K48, Q1 to Q48)");
    const int number = read_number(token, text.substr(1), dominoes_per_box, "a domino (K1 to K48, Q1 to Q48)");
    if (number < 1) token.fail("a domino (K1 to K48, Q1 to Q48)");
    return static_cast<int>(letter - box_letters) * dominoes_per_box + number - 1;
}

int read_building(const Token& token, std::string_view text) {
    for (int kind = 0; kind < building_count; ++kind) {
        if (text == buildings[kind].id) return kind;
    }
    token.fail("the id of a building");
}

Square read_square(const Token& token, int limit) {
    const auto comma = token.text.find(',');
    if (comma == std::string_view::npos) token.fail("a square (x,y)");
    const auto coordinate = [&](std::string_view text) {
        const bool negative = !text.empty() && text[0] == '-';
        if (negative) text.remove_prefix(1);
        const int value = read_number(token, text, limit, "a square (x,y) near the castle");
        if (negative && value == 0) token.fail("a square (x,y)");
        return static_cast<std::int8_t>(negative ? -value : value);
    };
    return {coordinate(token.text.substr(0, comma)), coordinate(token.text.substr(comma + 1))};
}

std::string domino_text(int domino) {
    return box_letters[domino / dominoes_per_box] + std::to_string(domino % dominoes_per_box + 1);
}

std::string square_text(int x, int y) { return std::to_string(x) + "," + std::to_string(y); }

}  // namespace crownlands
