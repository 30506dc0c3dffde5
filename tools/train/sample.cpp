#include "tools/train/sample.hpp"

#include <algorithm>
#include <cmath>

#include "nn/features.hpp"

namespace grandee::train {

namespace {

struct Men {
  nn::InputList inputs;
  nn::PieceCounts counts{};
  std::array<Square, 2> king{};
};

bool count_is_possible(const Men& men) {
  for (const Color side : {Color::White, Color::Black})
    for (int t = 0; t < kPieceTypes; ++t)
      if (men.counts[static_cast<std::size_t>(index(make_piece(side, piece_type(t))))] >
          kInitialCount[t])
        return false;
  return men.counts[static_cast<std::size_t>(index(make_piece(Color::White, PieceType::King)))] ==
             1 &&
         men.counts[static_cast<std::size_t>(index(make_piece(Color::Black, PieceType::King)))] ==
             1;
}

bool header_is_possible(const data::Record& record) {
  return ((record.occupied_lo | record.occupied_hi) & ~kHalfMask) == 0 &&
         record.side_to_move <= 1 && record.result <= 2 &&
         Bitboard(record.occupied_lo, record.occupied_hi).count() <= kMaxMen;
}

}  // namespace

float Target::operator()(const data::Record& record) const {
  const double chance = 1 / (1 + std::exp(-record.score / score_scale));
  return static_cast<float>(result_share * record.result / 2 + (1 - result_share) * chance);
}

bool make_sample(const data::Record& record, nn::FeatureSet features, bool flip,
                 const Target& target, Sample& sample) {
  if (!header_is_possible(record)) return false;
  Men men;
  data::for_each_man(record, [&](Piece piece, Square square) {
    if (flip) square = flip_file(square);
    men.inputs.push_back(nn::placement_input(piece, square));
    ++men.counts[static_cast<std::size_t>(index(piece))];
    if (type_of(piece) == PieceType::King)
      men.king[static_cast<std::size_t>(index(color_of(piece)))] = square;
  });
  if (!count_is_possible(men)) return false;
  const auto count = static_cast<int>(men.inputs.size());
  nn::add_lost_inputs(men.counts, men.inputs);

  const Color us = static_cast<Color>(record.side_to_move);
  const auto see = [&](Color view, std::uint16_t* to) {
    const Square king = men.king[static_cast<std::size_t>(index(view))];
    const nn::ViewTable& table = nn::view_table(view, nn::is_mirrored(features, king));
    for (const nn::Input input : men.inputs) *to++ = table[input];
  };
  see(us, sample.own);
  see(~us, sample.other);
  sample.count = static_cast<int>(men.inputs.size());
  sample.bucket = nn::bucket_of(count);
  sample.target = target(record);
  return true;
}

}  // namespace grandee::train
