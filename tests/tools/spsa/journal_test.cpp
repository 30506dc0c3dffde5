// What a course leaves on disk is enough to go on with the same course.
#include "tools/spsa/journal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/match/stub.hpp"

namespace grandee::spsa {
namespace {

using match::TestFolder;
using testing::HasSubstr;
using Json = nlohmann::ordered_json;

Plan plan_of(std::uint64_t iterations) {
  Plan plan;
  plan.parameters = {{"kA", 200, 0, 1000, 40, 0.01}, {"kB", 7, 0, 100, 4, 0.01}};
  plan.iterations = iterations;
  return plan;
}

const Json kConditions{{"limits", "2000 nodes"}};

// A result that depends on the values, so that a wrong one would be carried on.
std::int64_t result_of(const Probe& probe) {
  return (probe.plus[0] * 7 + probe.plus[1] * 3 + probe.minus[0]) % 5 - 2;
}

void advance(Journal& journal, std::uint64_t up_to) {
  while (journal.course().iteration() < up_to) {
    const auto kept = journal.learn(result_of(journal.course().probe()));
    ASSERT_TRUE(kept) << kept.error();
  }
}

Result<Journal> open(const TestFolder& folder, const Plan& plan,
                     const Json& conditions = kConditions) {
  return Journal::open(folder.file("a.json"), plan, conditions);
}

TEST(SpsaJournal, GoesOnToTheSameCourse) {
  const TestFolder folder;
  const Plan plan = plan_of(60);
  auto whole = Journal::open(folder.file("whole.json"), plan, kConditions);
  ASSERT_TRUE(whole) << whole.error();
  advance(*whole, 60);
  for (const std::uint64_t stop : {0, 1, 23, 24, 60}) {
    auto part = open(folder, plan);
    ASSERT_TRUE(part) << part.error();
    advance(*part, stop);
  }
  auto last = open(folder, plan);
  ASSERT_TRUE(last) << last.error();
  EXPECT_TRUE(last->course().finished());
  EXPECT_EQ(last->course().values(), whole->course().values());
  EXPECT_EQ(folder.read("a.csv"), folder.read("whole.csv"));
  EXPECT_EQ(folder.read("a.json"), folder.read("whole.json"));
}

TEST(SpsaJournal, RowsBeyondTheStateAreDropped) {
  const TestFolder folder;
  const Plan plan = plan_of(20);
  {
    auto journal = open(folder, plan);
    ASSERT_TRUE(journal) << journal.error();
    advance(*journal, 11);
  }
  const std::string state = folder.read("a.json");
  const std::string rows = folder.read("a.csv");
  {
    auto journal = open(folder, plan);
    advance(*journal, 12);
  }
  // Killed after the row and before the state, then within a row.
  const std::string more = folder.read("a.csv");
  for (const std::string& text : {more, more.substr(0, rows.size() + 1), rows}) {
    folder.write("a.json", state);
    folder.write("a.csv", text);
    auto journal = open(folder, plan);
    ASSERT_TRUE(journal) << journal.error();
    EXPECT_EQ(folder.read("a.csv"), rows);
  }
  EXPECT_THAT(rows, testing::StartsWith("iteration,net wins,kA,kB\n1,"));
}

TEST(SpsaJournal, AnotherCourseIsRefusedByWhatDiffers) {
  const TestFolder folder;
  const Plan plan = plan_of(20);
  ASSERT_TRUE(open(folder, plan));
  Plan other = plan;
  other.seed = 9;
  EXPECT_THAT(open(folder, other).error(), HasSubstr("another course: seed is 1 there and 9 now"));
  other = plan;
  other.parameters[1].c_end = 5;
  EXPECT_THAT(open(folder, other).error(), HasSubstr("parameters: kB: c is 4.0 there and 5.0"));
  other = plan;
  other.parameters.pop_back();
  EXPECT_THAT(open(folder, other).error(), HasSubstr("parameters: it has more of them"));
  EXPECT_THAT(open(folder, plan, Json{{"limits", "3000 nodes"}}).error(),
              HasSubstr("limits is \"2000 nodes\" there and \"3000 nodes\" now"));
}

TEST(SpsaJournal, FilesThatAreNoStateAreRefused) {
  const TestFolder folder;
  const Plan plan = plan_of(20);
  {
    auto journal = open(folder, plan);
    advance(*journal, 5);
  }
  const std::string state = folder.read("a.json");
  folder.write("a.csv", "iteration,net wins,kA,kB\n");
  EXPECT_THAT(open(folder, plan).error(), HasSubstr("a.csv' has 1 lines, but"));

  Json json = Json::parse(state);
  json["values"]["kB"] = 101;
  folder.write("a.json", json.dump());
  EXPECT_THAT(open(folder, plan).error(), HasSubstr("kB is no number from 0 to 100"));
  json["iteration"] = 21;
  folder.write("a.json", json.dump());
  EXPECT_THAT(open(folder, plan).error(), HasSubstr("iteration is no number up to 20"));
  folder.write("a.json", "{}");
  EXPECT_THAT(open(folder, plan).error(), HasSubstr("no state of grandee-spsa"));
  std::filesystem::remove(folder.file("a.json"));
  EXPECT_THAT(open(folder, plan).error(), HasSubstr("a.csv' is there without its"));
  EXPECT_THAT(Journal::open(folder.file("a.txt"), plan, kConditions).error(),
              HasSubstr("must end in .json"));
}

}  // namespace
}  // namespace grandee::spsa
