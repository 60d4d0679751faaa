// Text as lines of tokens, each with its place, for errors that say where.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "notation/position.hpp"

namespace crownlands {

struct Token {
    std::string_view text;
    int line, column;

    [[noreturn]] void fail(const std::string& expected) const {
        throw Unreadable(line, column, expected + " expected, not " + quoted(text));
    }
};

struct TextLine {
    std::vector<Token> tokens;  // never empty
    int number;
    int end;  // the column after the last token

    const Token& key() const { return tokens.front(); }
    // The i-th token, or an error that says what is missing.
    const Token& at(std::size_t i, const char* expected) const {
        if (i >= tokens.size()) throw Unreadable(number, end, std::string(expected) + " expected");
        return tokens[i];
    }
    void ends_after(std::size_t count) const {
        if (tokens.size() > count) tokens[count].fail("the end of the line");
    }
};

// Lines without comments and blanks.
std::vector<TextLine> split_lines(std::string_view text);

// A number without sign and without leading zeros, at most `most`.
int read_number(const Token& token, std::string_view text, int most, const char* expected);
int read_domino(const Token& token, std::string_view text);
int read_building(const Token& token, std::string_view text);
Square read_square(const Token& token, int limit);

std::string domino_text(int domino);
std::string square_text(int x, int y);

// One event as one line.
Event parse_event(std::string_view text);
std::string event_text(const Event& event);

// A whole position; what is read has been checked (validate.cpp).
Position parse_position(std::string_view text);
std::string position_text(const Position& position);

// Throws Refused if no game can have this position; `parse_position` calls it.
void validate(const Position& position);

}  // namespace crownlands
