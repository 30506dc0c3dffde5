#include "protocol/game.hpp"

namespace grandee::protocol {

std::vector<Key> Game::earlier_keys() const {
  std::vector<Key> keys;
  keys.reserve(earlier_.size());
  for (const Position& position : earlier_) keys.push_back(position.key());
  return keys;
}

void Game::play(Move move) {
  earlier_.push_back(position_);
  position_.make(move);
}

bool Game::take_back() {
  if (earlier_.empty()) return false;
  position_ = earlier_.back();
  earlier_.pop_back();
  return true;
}

}  // namespace grandee::protocol
