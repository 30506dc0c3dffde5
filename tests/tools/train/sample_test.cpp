#include "tools/train/sample.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "nn/features.hpp"
#include "synthetic.hpp"

namespace grandee::train {
namespace {

constexpr Target kTarget{600, 0.3};

std::set<int> seen(const Position& position, Color view, bool mirrored) {
  std::set<int> inputs;
  for (const nn::Input input : nn::active_inputs(position))
    inputs.insert(nn::view_table(view, mirrored)[input]);
  return inputs;
}

std::set<int> listed(const std::uint16_t* inputs, int count) {
  return {inputs, inputs + count};
}

TEST(Sample, SeesWhatInferenceSees) {
  for (const data::Record& record : synthetic_records(3'000, 5)) {
    const auto position = data::unpack(record);
    ASSERT_TRUE(position) << position.error();
    const Color us = position->side_to_move();
    for (const auto set : {nn::FeatureSet::Plain, nn::FeatureSet::Mirrored}) {
      Sample sample;
      ASSERT_TRUE(make_sample(record, set, false, kTarget, sample));
      const bool own_mirrored = nn::is_mirrored(set, position->king_square(us));
      const bool other_mirrored = nn::is_mirrored(set, position->king_square(~us));
      EXPECT_EQ(listed(sample.own, sample.count), seen(*position, us, own_mirrored));
      EXPECT_EQ(listed(sample.other, sample.count), seen(*position, ~us, other_mirrored));
      EXPECT_EQ(sample.bucket, nn::bucket_of(position->men()));
    }
    // A flipped plain sample is the mirrored view; for mirrored inputs a flip changes nothing.
    Sample flipped;
    ASSERT_TRUE(make_sample(record, nn::FeatureSet::Plain, true, kTarget, flipped));
    EXPECT_EQ(listed(flipped.own, flipped.count), seen(*position, us, true));
    EXPECT_EQ(listed(flipped.other, flipped.count), seen(*position, ~us, true));
    Sample a;
    Sample b;
    ASSERT_TRUE(make_sample(record, nn::FeatureSet::Mirrored, false, kTarget, a));
    ASSERT_TRUE(make_sample(record, nn::FeatureSet::Mirrored, true, kTarget, b));
    EXPECT_EQ(listed(a.own, a.count), listed(b.own, b.count));
  }
}

TEST(Sample, TargetBlendsScoreAndResult) {
  data::Record record;
  record.score = 600;
  record.result = 0;
  EXPECT_NEAR(kTarget(record), 0.7 / (1 + std::exp(-1.0)), 1e-6);
  record.score = 0;
  record.result = 2;
  EXPECT_NEAR(kTarget(record), 0.35 + 0.3, 1e-6);
  record.result = 1;
  EXPECT_NEAR(kTarget(record), 0.5, 1e-6);
}

TEST(Sample, RefusesRecordsThatCannotBePositions) {
  const data::Record good = synthetic_records(1, 6).front();
  const auto accepted = [](const data::Record& record) {
    Sample sample;
    return make_sample(record, nn::FeatureSet::Plain, false, kTarget, sample);
  };
  ASSERT_TRUE(accepted(good));
  const auto changed = [&](auto change) {
    data::Record record = good;
    change(record);
    return accepted(record);
  };
  EXPECT_FALSE(changed([](auto& r) { r.result = 3; }));
  EXPECT_FALSE(changed([](auto& r) { r.side_to_move = 2; }));
  EXPECT_FALSE(changed([](auto& r) { r.occupied_lo |= 1ull << 50; }));
  EXPECT_FALSE(changed([](auto& r) { r.occupied_lo = r.occupied_hi = kHalfMask; }));
  EXPECT_FALSE(changed([](auto& r) { r.men.fill(0x77); }));  // kings all over
  EXPECT_FALSE(changed([](auto& r) { r.men.fill(0x00); }));  // and none
  EXPECT_FALSE(changed([](auto& r) { r = data::Record(); }));
}

}  // namespace
}  // namespace grandee::train
