// Bad input from outside; bindings.cpp turns these into Python exceptions.
#pragma once
#include <stdexcept>
#include <string>

namespace crownlands {

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
