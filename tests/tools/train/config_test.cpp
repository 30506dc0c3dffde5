#include "tools/train/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grandee::train {
namespace {

using testing::HasSubstr;

std::string refusal(std::string_view text) {
  const auto config = parse_config(text);
  return config ? "accepted" : config.error();
}

TEST(TrainConfig, EmptyObjectIsTheDefault) {
  const auto config = parse_config("{}");
  ASSERT_TRUE(config) << config.error();
  EXPECT_EQ(to_json(*config), to_json(Config()));
  EXPECT_EQ(config->batch, 16384);
}

TEST(TrainConfig, RoundTrip) {
  Config config;
  config.name = "v3";
  config.width = 256;
  config.mirrored = true;
  config.score_scale = 612.5;
  config.seed = 0xFFFF'FFFF'FFFFull;
  config.clip = false;
  const auto read = parse_config(to_json(config).dump());
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(to_json(*read), to_json(config));
}

TEST(TrainConfig, RefusesWhatItDoesNotKnowOrCannotDo) {
  EXPECT_THAT(refusal("[1, 2]"), HasSubstr("not a JSON object"));
  EXPECT_THAT(refusal("{\"width\": 64"), HasSubstr("not a JSON object"));
  EXPECT_THAT(refusal(R"({"widht": 64})"), HasSubstr("unknown key 'widht', expected one of name"));
  EXPECT_THAT(refusal(R"({"width": 96})"), HasSubstr("'width' is 96, expected 64, 128 or 256"));
  EXPECT_THAT(refusal(R"({"width": "64"})"),
              HasSubstr("'width' is \"64\", expected a whole number"));
  EXPECT_THAT(refusal(R"({"batch": 0})"), HasSubstr("'batch' is 0"));
  EXPECT_THAT(refusal(R"({"batch": 1.5})"), HasSubstr("'batch' is 1.5"));
  EXPECT_THAT(refusal(R"({"result_share": 1.01})"), HasSubstr("from 0 to 1"));
  EXPECT_THAT(refusal(R"({"clip": 1})"), HasSubstr("expected true or false"));
  EXPECT_THAT(refusal(R"({"seed": -1})"), HasSubstr("'seed' is -1"));
}

TEST(TrainConfig, DifferenceNamesTheKeyButNotThreads) {
  Config a;
  Config b;
  b.threads = 7;
  EXPECT_EQ(difference(a, b), "");
  b.width = 128;
  EXPECT_EQ(difference(a, b), "'width' is 64 there and 128 here");
}

}  // namespace
}  // namespace grandee::train
