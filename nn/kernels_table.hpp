// The arithmetic of inference as a table of functions, one per instruction set, all with equal
// results to the bit. Widths are those of kWidths; all pointers are aligned to 64 bytes.
//
// A translation unit with wide instructions includes this and nothing else of ours: it must not see
// an inline function that others use too, as the linker may keep its copy for everyone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace grandee::nn {

// Rows of the first layer to subtract and to add.
struct RowChange {
  std::uint16_t off[3];
  std::uint16_t on[2];
  int off_count;  // 1–3
  int on_count;   // 1–2
};

struct Kernels {
  const char* name;
  // to = from − rows off + rows on.
  void (*update)(std::int16_t* to, const std::int16_t* from, const std::int16_t* rows,
                 const RowChange& change, std::size_t width);
  // to = bias + the active rows.
  void (*refresh)(std::int16_t* to, const std::int16_t* bias, const std::int16_t* rows,
                  const std::uint16_t* active, std::size_t count, std::size_t width);
  // Sum over both halves of clamp(x, 0, kQA)² · weight; the weights of `own` come first.
  std::int32_t (*forward)(const std::int16_t* own, const std::int16_t* other,
                          const std::int16_t* weights, std::size_t width);
};

extern const Kernels kScalarKernels;
extern const Kernels kNeonKernels;
extern const Kernels kSse41Kernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;

}  // namespace grandee::nn
