// Bishop and knight against the bare king: won in at most 47 moves, too many for a search. The
// table takes one to two seconds and 30 MB (and 15 MB more while it is made), so it is made in a thread
// of its own, and only where the ending is near.
#pragma once

#include <functional>
#include <optional>

#include "board/position.hpp"

namespace grandee::bishop_knight {

// At most five men, and bishop and knight on one side.
bool is_near(const Position& position);

// Begins to make the table, once in the life of the process, and waits until it is made or
// `give_up` says so. True if there is a table.
bool wait(const std::function<bool()>& give_up);

// As grandee::plies_to_mate.
std::optional<int> plies_to_mate(const Position& position);

}  // namespace grandee::bishop_knight
