// The HTML report as a reader uses it, in Chromium. Skipped where Chromium isn't installed. With
// GRANDEE_SCREENSHOTS=FOLDER it leaves pictures there.
#include <gmock/gmock.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/tools/analyse/browser.hpp"
#include "tests/tools/run_program.hpp"

namespace grandee::analyse {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Report : public test::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    const auto chromium = test::find_chromium();
    if (!chromium) GTEST_SKIP() << "Chromium is not installed (Debian package chromium)";
    const auto made =
        run({"grandee-analyse", "game", GRANDEE_TEST_DATA "/cutechess-grand-2games.pgn", "--nodes",
             "2000", "--threads", "2", "--html", "report.html", "--json", "report.json"});
    ASSERT_EQ(made.code, 0) << made.err;
    games_ = json::parse(test::read_file(folder_ / "report.json"));
    browser_.emplace(*chromium, folder_ / "profile");
    open("");
  }
  void TearDown() override {
    browser_.reset();
    ProgramTest::TearDown();
  }

  void open(const std::string& place) {
    browser_->open("file://" + (folder_ / "report.html").string() + place, 1300, 1000);
  }
  json evaluate(const std::string& expression) { return browser_->evaluate(expression); }
  int ply() { return std::stoi(evaluate("document.body.dataset.ply").get<std::string>()); }
  // The placement of a game's end as the program and as the page have it.
  std::string final_board(std::size_t game) const {
    const std::string fen = games_[game]["final"];
    return fen.substr(0, fen.find(' '));
  }
  std::string board() { return evaluate("document.body.dataset.fen"); }
  void screenshot(const std::string& name) {
    if (const char* folder = std::getenv("GRANDEE_SCREENSHOTS"))
      browser_->screenshot(std::filesystem::path(folder) / (name + ".png"));
  }

  json games_;
  std::optional<test::Browser> browser_;
};

TEST_F(Report, StepsThroughTheMoves) {
  EXPECT_EQ(ply(), 0);
  EXPECT_EQ(board(), "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R");
  browser_->press("ArrowRight");
  EXPECT_EQ(ply(), 1);
  EXPECT_EQ(evaluate("document.querySelector('#moves .current').textContent")
                .get<std::string>()
                .substr(0, 2),
            games_[0]["san"][0].get<std::string>());
  for (int i = 0; i < 30; ++i) browser_->press("ArrowRight");
  EXPECT_EQ(ply(), 31);
  EXPECT_EQ(evaluate("document.querySelectorAll('#board .moved').length"), 2);
  screenshot("light");
  browser_->press("ArrowLeft");
  EXPECT_EQ(ply(), 30);
  browser_->press("End");
  EXPECT_EQ(ply(), static_cast<int>(games_[0]["moves"].size()));
  // Promotions and all: the page plays as the program does.
  EXPECT_EQ(board(), final_board(0));
  browser_->press("ArrowRight");
  EXPECT_EQ(ply(), static_cast<int>(games_[0]["moves"].size()));
  browser_->press("Home");
  EXPECT_EQ(ply(), 0);
  browser_->click("#forward");
  EXPECT_EQ(ply(), 1);
  browser_->click("#moves .move[data-ply=\"12\"]");
  EXPECT_EQ(ply(), 12);
  // Turned round the first square is drawn at the other corner.
  const std::string first = "document.querySelector('#board rect').getAttribute('x')";
  EXPECT_EQ(evaluate(first), "40");
  browser_->press("f");
  EXPECT_EQ(evaluate(first), "940");
  EXPECT_EQ(browser_->console(), "");
}

TEST_F(Report, TheGraphShowsEveryMoveAndLeadsThere) {
  const std::size_t moves = games_[0]["moves"].size();
  EXPECT_EQ(evaluate("document.getElementById('graph').dataset.points"), std::to_string(moves + 1));
  // The last point: Black has mated, White's chance is nothing.
  const std::string points = evaluate(
      "document.querySelector('#graph .area').getAttribute('points').split(' ').slice(-2)[0]");
  EXPECT_EQ(points, "1000.0,220.0");
  // Every point is what the JSON says.
  const json chances = evaluate(
      "document.querySelector('#graph .area').getAttribute('points').split(' ').slice(2, -1)"
      ".map(p => 1 - Number(p.split(',')[1]) / 220)");
  ASSERT_EQ(chances.size(), moves);
  for (std::size_t i = 0; i < moves; ++i) {
    const double mover = games_[0]["analysis"][i]["expected_after"];
    EXPECT_NEAR(chances[i].get<double>(), i % 2 == 0 ? mover : 1 - mover, 0.003) << i;
  }
  const json box = evaluate(
      "(() => { const r = document.getElementById('graph').getBoundingClientRect(); "
      "return [r.left, r.top, r.width, r.height]; })()");
  browser_->click(box[0].get<double>() + box[2].get<double>() / 2,
                  box[1].get<double>() + box[3].get<double>() / 2);
  EXPECT_NEAR(ply(), static_cast<double>(moves) / 2, 1);
  EXPECT_EQ(browser_->console(), "");
}

TEST_F(Report, FaultsAndBetterLinesAreThere) {
  std::size_t with_glyph = 0;
  for (const json& move : games_[0]["analysis"]) with_glyph += move["glyph"] != "";
  EXPECT_EQ(evaluate("document.querySelectorAll('#moves .better').length"), with_glyph);
  ASSERT_GT(with_glyph, 0u);
  EXPECT_EQ(evaluate("document.querySelectorAll('#critical .move').length"),
            games_[0]["critical"].size());
  const int critical = games_[0]["critical"][0];
  browser_->press("Home");
  browser_->press("ArrowDown");
  EXPECT_EQ(ply(), critical + 1);
  // Into the better line and out again.
  const std::string before = board();
  browser_->click("#moves .step");
  EXPECT_NE(board(), before);
  EXPECT_THAT(evaluate("document.getElementById('status').textContent").get<std::string>(),
              HasSubstr("better than"));
  browser_->press("ArrowLeft");
  EXPECT_EQ(evaluate("document.querySelectorAll('.step.current').length"), 0);
  EXPECT_EQ(browser_->console(), "");
}

TEST_F(Report, OtherGamesLinksAndThemes) {
  open("#g2p90");
  EXPECT_EQ(evaluate("document.body.dataset.game"), "1");
  EXPECT_EQ(ply(), 90);
  EXPECT_EQ(board(), final_board(1));
  EXPECT_THAT(evaluate("document.getElementById('players').textContent").get<std::string>(),
              HasSubstr("FSF-11.1"));
  const std::string background = "getComputedStyle(document.body).backgroundColor";
  browser_->prefer_dark(false);
  const json light = evaluate(background);
  browser_->prefer_dark(true);
  const json dark = evaluate(background);
  EXPECT_NE(light, dark);
  open("#g1p40");
  browser_->prefer_dark(true);
  screenshot("dark");
  browser_->press("t");
  EXPECT_EQ(evaluate(background), light);
  // Nothing is fetched from anywhere.
  EXPECT_EQ(evaluate("performance.getEntriesByType('resource').length"), 0);
  EXPECT_EQ(browser_->console(), "");
}

}  // namespace
}  // namespace grandee::analyse
