// Result<T>: a value, or an error a user can act on (what was wrong, where, what was expected).
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "base/assert.hpp"

namespace grandee {

struct Error {
  std::string message;
};

// Nothing to return but success: Result<Ok>.
struct Ok {};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  const T& operator*() const& {
    GRANDEE_ASSERT(has_value());
    return *std::get_if<0>(&state_);
  }
  T& operator*() & {
    GRANDEE_ASSERT(has_value());
    return *std::get_if<0>(&state_);
  }
  T&& operator*() && {
    GRANDEE_ASSERT(has_value());
    return std::move(*std::get_if<0>(&state_));
  }
  const T* operator->() const { return &**this; }
  T* operator->() { return &**this; }

  // The message of the error; only when there is no value.
  const std::string& error() const {
    GRANDEE_ASSERT(!has_value());
    return std::get_if<1>(&state_)->message;
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace grandee
