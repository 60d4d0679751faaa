// Bad input from outside; bindings.cpp turns these into Python exceptions.
#pragma once
#include <stdexcept>
#include <string>
#include <string_view>

namespace crownlands {

// The beginning of a text in quotes, for messages; never cut inside a UTF-8 character.
inline std::string quoted(std::string_view text) {
    std::size_t end = text.size() < 40 ? text.size() : 40;
    while (end > 0 && end < text.size() && (text[end] & 0xc0) == 0x80) --end;
    return "'" + std::string(text.substr(0, end)) + (end < text.size() ? "…'" : "'");
}

struct Refused : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// An event or action that the state does not allow; nothing was changed.
struct Illegal : Refused {
    using Refused::Refused;
};

// A text that cannot be read, with its place.
struct Unreadable : Refused {
    int line, column;
    Unreadable(int line, int column, const std::string& message)
        : Refused("line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + message),
          line(line),
          column(column) {}
};

}  // namespace crownlands
