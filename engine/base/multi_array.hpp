// MultiArray<T, A, B, …>: nested std::array with a flat fill.
#pragma once

#include <array>
#include <cstddef>

namespace grandee {

template <typename T, std::size_t First, std::size_t... Rest>
struct MultiArrayOf {
  using type = std::array<typename MultiArrayOf<T, Rest...>::type, First>;
};
template <typename T, std::size_t Last>
struct MultiArrayOf<T, Last> {
  using type = std::array<T, Last>;
};

template <typename T, std::size_t... Dimensions>
using MultiArray = typename MultiArrayOf<T, Dimensions...>::type;

template <typename T, typename V>
constexpr void fill_all(T& element, const V& value) {
  element = static_cast<T>(value);
}
template <typename T, std::size_t N, typename V>
constexpr void fill_all(std::array<T, N>& array, const V& value) {
  for (auto& element : array) fill_all(element, value);
}

}  // namespace grandee
