// Which parameters are tuned, and what is wrong with those that can't be.
#include "tools/spsa/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/match/stub.hpp"

namespace grandee::spsa {
namespace {

using match::TestFolder;
using testing::HasSubstr;

const std::vector<match::SpinOption> kOffered{
    {"Hash", 16, 1, 1024}, {"kRazor", 280, 100, 600}, {"kNull", 4, 2, 6}};

TEST(SpsaConfig, AllTunablesByDefault) {
  const auto parameters = all_parameters(kOffered);
  ASSERT_TRUE(parameters) << parameters.error();
  ASSERT_EQ(parameters->size(), 2u);
  const Parameter& razor = (*parameters)[0];
  EXPECT_EQ(razor.name, "kRazor");
  EXPECT_EQ(razor.start, 280);
  EXPECT_EQ(razor.min, 100);
  EXPECT_EQ(razor.max, 600);
  EXPECT_EQ(razor.c_end, 25);
  EXPECT_EQ((*parameters)[1].c_end, 0.5);
  EXPECT_THAT(all_parameters({kOffered[0]}).error(), HasSubstr("no tunable"));
}

TEST(SpsaConfig, TheFileChoosesAndReplaces) {
  const TestFolder folder;
  const auto parameters = read_parameters(
      folder.write("a.json", R"({"parameters": [{"name": "kNull", "start": 5, "r": 0.01},
                                                "kRazor", "Hash"]})"),
      kOffered);
  ASSERT_TRUE(parameters) << parameters.error();
  ASSERT_EQ(parameters->size(), 3u);
  EXPECT_EQ((*parameters)[0].name, "kNull");
  EXPECT_EQ((*parameters)[0].start, 5);
  EXPECT_EQ((*parameters)[0].r_end, 0.01);
  EXPECT_EQ((*parameters)[0].max, 6);
  EXPECT_EQ((*parameters)[2].name, "Hash");
}

TEST(SpsaConfig, ErrorsNameWhatIsWrong) {
  const TestFolder folder;
  const std::pair<const char*, const char*> cases[] = {
      {R"("kNone")", "the engine has no spin option 'kNone'"},
      {R"({"name": "kNull", "start": 7})", "kNull: start 7 is outside its range 2–6"},
      {R"({"name": "kNull", "max": 9})", "kNull: the range 2–9 is not within the engine's 2–6"},
      {R"({"name": "kNull", "c": 0.2})", "kNull: c 0.2 is not from 0.5"},
      {R"({"name": "kNull", "r": 0})", "kNull: r 0 is not above 0"},
      {R"({"name": "kNull", "step": 1})", "kNull: unknown key 'step'"},
      {R"({"name": "kNull", "c": "1"})", "kNull: c is not a number: \"1\""},
      {R"({"start": 4})", "a name or an object with a name"},
      {R"("kNull", "kNull")", "kNull stands twice"},
      {"", "not a JSON object"},
  };
  for (const auto& [items, message] : cases) {
    const std::string file =
        folder.write("a.json", "{\"parameters\": [" + std::string(items) + "]}");
    const auto parameters = read_parameters(file, kOffered);
    ASSERT_FALSE(parameters) << items;
    EXPECT_THAT(parameters.error(), HasSubstr(message));
    EXPECT_THAT(parameters.error(), HasSubstr("a.json"));
  }
  EXPECT_THAT(read_parameters(folder.write("b.json", "[1"), kOffered).error(),
              HasSubstr("not a JSON object"));
  EXPECT_THAT(read_parameters(folder.file("none.json"), kOffered).error(), HasSubstr("none.json"));
}

}  // namespace
}  // namespace grandee::spsa
