// A vector of at most N trivially copyable elements that lives where it is declared.
#pragma once

#include <cstddef>
#include <type_traits>

#include "base/assert.hpp"

namespace grandee {

template <typename T, std::size_t N>
class StaticVector {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  using value_type = T;

  // The storage is left uninitialised on purpose: move lists are made in every node.
  StaticVector() {}
  StaticVector(const StaticVector& other) { assign(other); }
  StaticVector& operator=(const StaticVector& other) {
    if (this != &other) assign(other);
    return *this;
  }

  void push_back(const T& value) {
    GRANDEE_ASSERT(size_ < N);
    data_[size_++] = value;
  }
  void pop_back() {
    GRANDEE_ASSERT(size_ > 0);
    --size_;
  }
  void clear() { size_ = 0; }
  void resize(std::size_t size) {
    GRANDEE_ASSERT(size <= N);
    size_ = size;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  static constexpr std::size_t capacity() { return N; }

  T& operator[](std::size_t i) {
    GRANDEE_ASSERT(i < size_);
    return data_[i];
  }
  const T& operator[](std::size_t i) const {
    GRANDEE_ASSERT(i < size_);
    return data_[i];
  }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }

  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  void assign(const StaticVector& other) {
    size_ = other.size_;
    for (std::size_t i = 0; i < size_; ++i) data_[i] = other.data_[i];
  }

  std::size_t size_ = 0;
  union {
    T data_[N];
  };
};

}  // namespace grandee
