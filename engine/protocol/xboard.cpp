#include "protocol/xboard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "protocol/text.hpp"
#include "protocol/xboard_output.hpp"

namespace grandee::protocol {

namespace {

// Options that this protocol sets by commands of its own (memory, cores, variant, hard), or that
// say nothing here.
constexpr std::string_view kOtherwiseSet[] = {
    "UCI_Variant", "Hash", "Threads", "Ponder", "UCI_AnalyseMode", "UCI_ShowWDL", "PieceLetters"};

bool is_offered(const Option& option) {
  return std::find(std::begin(kOtherwiseSet), std::end(kOtherwiseSet), option.name) ==
         std::end(kOtherwiseSet);
}

}  // namespace

const XBoard::Command XBoard::kCommands[] = {
    {"xboard", Manner::Beside, &XBoard::on_nothing},
    {"protover", Manner::Beside, &XBoard::on_protover},
    {"accepted", Manner::Beside, &XBoard::on_nothing},
    {"rejected", Manner::Beside, &XBoard::on_nothing},
    {"new", Manner::Break, &XBoard::on_new},
    {"variant", Manner::Break, &XBoard::on_variant},
    {"quit", Manner::Break, &XBoard::on_quit},
    {"force", Manner::Break, &XBoard::on_force},
    {"go", Manner::AfterMove, &XBoard::on_go},
    {"playother", Manner::Break, &XBoard::on_playother},
    {"level", Manner::Beside, &XBoard::on_level},
    {"st", Manner::Beside, &XBoard::on_st},
    {"sd", Manner::Beside, &XBoard::on_sd},
    {"nps", Manner::Beside, &XBoard::on_nps},
    {"time", Manner::Beside, &XBoard::on_time},
    {"otim", Manner::Beside, &XBoard::on_otim},
    {"usermove", Manner::AfterMove, &XBoard::on_usermove},
    {"?", Manner::Beside, &XBoard::on_move_now},
    {"ping", Manner::AfterMove, &XBoard::on_ping},
    {"draw", Manner::Beside, &XBoard::on_draw},
    {"result", Manner::Break, &XBoard::on_result_told},
    {"setboard", Manner::Break, &XBoard::on_setboard},
    {"undo", Manner::Break, &XBoard::on_undo},
    {"remove", Manner::Idle, &XBoard::on_remove},
    {"hard", Manner::Beside, &XBoard::on_hard},
    {"easy", Manner::Beside, &XBoard::on_easy},
    {"post", Manner::Beside, &XBoard::on_post},
    {"nopost", Manner::Beside, &XBoard::on_nopost},
    {"analyze", Manner::Break, &XBoard::on_analyze},
    {"exit", Manner::Break, &XBoard::on_exit},
    {".", Manner::Beside, &XBoard::on_status},
    {"hint", Manner::Beside, &XBoard::on_hint},
    {"bk", Manner::Beside, &XBoard::on_book},
    {"option", Manner::Idle, &XBoard::on_option},
    {"memory", Manner::Idle, &XBoard::on_memory},
    {"cores", Manner::Idle, &XBoard::on_cores},
    {"exclude", Manner::Idle, &XBoard::on_exclude},
    {"include", Manner::Idle, &XBoard::on_include},
    // What the engine is told of its opponent changes nothing in its play.
    {"name", Manner::Beside, &XBoard::on_nothing},
    {"rating", Manner::Beside, &XBoard::on_nothing},
    {"computer", Manner::Beside, &XBoard::on_nothing},
    {"ics", Manner::Beside, &XBoard::on_nothing},
    {"random", Manner::Beside, &XBoard::on_nothing},
};

XBoard::XBoard(Engine& engine, Console& console, std::string name)
    : engine_(engine), console_(console), name_(std::move(name)) {}

void XBoard::run() {
  console_.on_lost([this] { engine_.stop(); });
  std::thread reader([this] { read_input(); });
  while (running_) {
    std::visit([this](const auto& event) { handle(event); }, events_.pop());
    while (running_) {
      settle();
      if (task_ == Task::Think || deferred_.empty()) break;
      const std::string line = std::move(deferred_.front());
      deferred_.pop_front();
      serve(line);
    }
    if (input_ended_ && task_ != Task::Think) running_ = false;
  }
  abort_search();
  reader.join();
  // The search's thread may not have left the queue yet.
  engine_.finish();
}

void XBoard::read_input() {
  while (auto line = console_.read()) {
    std::string_view rest = *line;
    const bool last = take_word(rest) == "quit";
    events_.push(Line{std::move(*line)});
    if (last) return;
  }
  events_.push(EndOfInput{});
}

// --- Events --------------------------------------------------------------------------------------

void XBoard::on_line(const search::Line& line, const search::Statistics& statistics) {
  events_.push(Progress{search_, line, statistics});
}

void XBoard::on_current_move(int, Move move, int number) {
  events_.push(CurrentMove{search_, move, number});
}

void XBoard::on_result(const search::SearchResult& result) {
  events_.push(Finished{search_, result});
}

void XBoard::handle(const Line& line) {
  serve(line.text);
}

void XBoard::handle(const EndOfInput&) {
  input_ended_ = true;
}

void XBoard::handle(const Progress& progress) {
  if (progress.search != search_ || task_ == Task::None) return;
  depth_ = progress.line.depth;
  if (progress.line.rank == 1 && !progress.line.pv.empty()) best_move_ = progress.line.pv[0];
  if (posting_ && task_ != Task::Hint)
    console_.write(format_thinking(progress.line, progress.statistics, model_));
}

void XBoard::handle(const CurrentMove& current) {
  if (current.search != search_) return;
  current_move_ = current.move;
  current_number_ = current.number;
}

void XBoard::handle(const Finished& finished) {
  if (finished.search != search_) return;
  const Task task = std::exchange(task_, Task::None);
  if (task == Task::Think) finish_thinking(finished.result);
  if (task == Task::Hint) hint(finished.result.best);
}

// --- Commands ------------------------------------------------------------------------------------

const XBoard::Command* XBoard::find_command(std::string_view line) {
  const std::string_view word = take_word(line);
  const auto found = std::find_if(std::begin(kCommands), std::end(kCommands),
                                  [&](const Command& c) { return c.name == word; });
  return found == std::end(kCommands) ? nullptr : found;
}

void XBoard::serve(const std::string& line) {
  if (trimmed(line).empty()) return;
  const Command* command = find_command(line);
  // What is no command may be a move.
  const Manner manner = command != nullptr ? command->manner : Manner::AfterMove;
  const bool can_wait = manner == Manner::AfterMove || manner == Manner::Idle;
  if (task_ == Task::Think && can_wait) {
    deferred_.push_back(line);
    return;
  }
  if (manner == Manner::Idle || manner == Manner::Break) abort_search();
  if (manner == Manner::Break)
    for (const std::string& earlier : std::exchange(deferred_, {})) execute(earlier);
  execute(line);
}

void XBoard::execute(std::string_view line) {
  const Command* command = find_command(line);
  if (command == nullptr) {
    on_word(trimmed(line));
    return;
  }
  std::string_view arguments = line;
  take_word(arguments);
  (this->*command->handler)(trimmed(arguments));
}

void XBoard::error(std::string_view kind, std::string_view line) {
  console_.write(fmt::format("Error ({}): {}", kind, trimmed(line)));
}

void XBoard::on_protover(std::string_view) {
  std::string text =
      "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0\n"
      "feature reuse=1 analyze=1 variants=\"grand\" colors=0 name=1 nps=1 debug=1\n"
      "feature memory=1 smp=1 exclude=1\n"
      "feature myname=\"" +
      name_ + "\"\n";
  for (const Option& option : engine_.options().all())
    if (is_offered(option)) text += format_option_feature(option) + "\n";
  console_.write(text + "feature done=1");
}

void XBoard::on_new(std::string_view) {
  engine_.new_game();
  set_game(Game());
  engine_color_ = Color::Black;
  clock_.reset();
}

void XBoard::on_variant(std::string_view arguments) {
  if (arguments != "grand") {
    error("unsupported variant", fmt::format("variant {}", arguments));
    return;
  }
  set_game(Game());
}

void XBoard::on_quit(std::string_view) {
  running_ = false;
}

void XBoard::on_force(std::string_view) {
  engine_color_.reset();
}

void XBoard::on_go(std::string_view) {
  if (refused_position_) {
    error("no legal position", "go");
    return;
  }
  abort_search();
  analyzing_ = false;
  engine_color_ = game_.position().side_to_move();
}

void XBoard::on_playother(std::string_view) {
  analyzing_ = false;
  engine_color_ = ~game_.position().side_to_move();
}

void XBoard::on_level(std::string_view arguments) {
  const auto level = parse_level(arguments);
  if (level)
    clock_.set_level(*level);
  else
    error(level.error(), fmt::format("level {}", arguments));
}

void XBoard::on_st(std::string_view arguments) {
  const auto time = parse_seconds(arguments);
  if (time)
    clock_.set_move_time(*time);
  else
    error(time.error(), fmt::format("st {}", arguments));
}

void XBoard::on_sd(std::string_view arguments) {
  const auto depth = parse_integer(arguments);
  if (depth)
    clock_.set_depth(static_cast<int>(std::clamp<std::int64_t>(*depth, 1, kMaxPly)));
  else
    error("not a depth", fmt::format("sd {}", arguments));
}

void XBoard::on_nps(std::string_view arguments) {
  const auto rate = parse_integer(arguments);
  if (rate)
    clock_.set_node_rate(std::clamp<std::int64_t>(*rate, 0, search::kMostNodesPerSecond));
  else
    error("not a number of nodes", fmt::format("nps {}", arguments));
}

void XBoard::on_time(std::string_view arguments) {
  const auto left = parse_clock(arguments);
  if (left)
    clock_.set_own(*left);
  else
    error(left.error(), fmt::format("time {}", arguments));
}

void XBoard::on_otim(std::string_view arguments) {
  const auto left = parse_clock(arguments);
  if (left)
    clock_.set_other(*left);
  else
    error(left.error(), fmt::format("otim {}", arguments));
}

void XBoard::on_usermove(std::string_view text) {
  const auto move = parse_xboard_move(game_.position(), text);
  if (refused_position_ || !move) {
    console_.write(
        fmt::format("Illegal move{}: {}", refused_position_ ? " (no legal position)" : "", text));
  } else if (!ponder_hit(*move)) {
    abort_search();
    play(*move);
  }
}

// Hosts that haven't read the features send moves without a command. What names no square is none.
void XBoard::on_word(std::string_view text) {
  std::string_view square = text.substr(std::min(text.find_first_of("abcdefghij"), text.size()));
  if (take_square(square, RankBase::Zero) != kNoSquare && split_words(text).size() == 1)
    on_usermove(text);
  else
    error("unknown command", text);
}

void XBoard::on_move_now(std::string_view) {
  if (task_ == Task::Think) engine_.stop();
}

void XBoard::on_ping(std::string_view arguments) {
  console_.write(fmt::format("pong {}", arguments));
}

// Accepted when the engine stands worse, and when nothing is left to play for: as good as level,
// and no capture or pawn move for a while. Scores as the search has them.
void XBoard::on_draw(std::string_view) {
  constexpr Score kWorse = -50;
  constexpr Score kLevel = 10;
  constexpr int kQuietPlies = 20;
  if (!engine_color_ || !own_score_) return;
  const bool worse = *own_score_ <= kWorse;
  const bool level = *own_score_ <= kLevel && game_.position().rule50() >= kQuietPlies;
  if (worse || level) console_.write("offer draw");
}

void XBoard::on_result_told(std::string_view) {
  engine_color_.reset();
}

void XBoard::on_setboard(std::string_view arguments) {
  const auto position = parse_xboard_fen(arguments);
  if (position) {
    set_game(Game(*position));
    return;
  }
  console_.write("tellusererror Illegal position: " + position.error());
  refused_position_ = true;
}

void XBoard::on_undo(std::string_view) {
  if (refused_position_ || game_.plies() == 0) {
    error("command not legal now", "undo");
    return;
  }
  Game game = game_;
  game.take_back();
  set_game(std::move(game));
  if (!analyzing_) engine_color_.reset();
}

void XBoard::on_remove(std::string_view) {
  if (refused_position_ || game_.plies() < 2 || (engine_color_ && engine_to_move())) {
    error("command not legal now", "remove");
    return;
  }
  Game game = game_;
  game.take_back();
  game.take_back();
  set_game(std::move(game));
  clock_.taken_back();
}

void XBoard::on_hard(std::string_view) {
  pondering_on_ = true;
}

void XBoard::on_easy(std::string_view) {
  pondering_on_ = false;
  if (task_ == Task::Ponder) abort_search();
}

void XBoard::on_post(std::string_view) {
  posting_ = true;
}

void XBoard::on_nopost(std::string_view) {
  posting_ = false;
}

void XBoard::on_analyze(std::string_view) {
  analyzing_ = true;
  engine_color_.reset();
}

void XBoard::on_exit(std::string_view) {
  analyzing_ = false;
  engine_color_.reset();
}

void XBoard::on_status(std::string_view) {
  if (task_ == Task::None) return;
  const search::Statistics now = engine_.statistics();
  MoveList moves;
  generate_legal(engine_.game().position(), moves);
  const auto total = static_cast<int>(moves.size() - excluded_.size());
  std::string text = fmt::format("stat01: {} {} {} {} {}", now.time_ms / 10, now.nodes, depth_,
                                 std::max(total - current_number_, 0), total);
  if (current_move_) text += " " + format_xboard_move(current_move_);
  console_.write(text);
}

void XBoard::on_hint(std::string_view) {
  constexpr std::int64_t kHintTime = 500;  // milliseconds
  if (task_ == Task::Think || task_ == Task::Hint || refused_position_) return;
  if (task_ == Task::Analyze) {
    hint(best_move_);
  } else if (prediction_) {
    hint(prediction_);
  } else if (has_legal_move(game_.position())) {
    search::Limits limits;
    limits.move_time = kHintTime;
    start_search(Task::Hint, std::move(limits));
  }
}

void XBoard::on_book(std::string_view) {
  console_.write(" This engine has no opening book.\n");
}

void XBoard::set_option(std::string_view name, std::optional<std::string_view> value,
                        std::string_view line) {
  const Option* option = engine_.options().find(name);
  if (value && option != nullptr && std::holds_alternative<CheckOption>(option->kind)) {
    if (*value == "1") value = "true";
    if (*value == "0") value = "false";
  }
  const auto done = engine_.options().set(name, value);
  if (!done) error(done.error(), line);
}

void XBoard::on_option(std::string_view arguments) {
  const std::string line = fmt::format("option {}", arguments);
  const std::size_t equal = arguments.find('=');
  const std::string_view name = trimmed(arguments.substr(0, equal));
  if (equal == std::string_view::npos)
    set_option(name, std::nullopt, line);
  else
    set_option(name, trimmed(arguments.substr(equal + 1)), line);
}

void XBoard::on_memory(std::string_view arguments) {
  set_option("Hash", arguments, fmt::format("memory {}", arguments));
}

void XBoard::on_cores(std::string_view arguments) {
  set_option("Threads", arguments, fmt::format("cores {}", arguments));
}

void XBoard::on_exclude(std::string_view arguments) {
  MoveList moves;
  generate_legal(game_.position(), moves);
  if (arguments == "all") {
    excluded_.assign(moves.begin(), moves.end());
    return;
  }
  const auto move = parse_xboard_move(game_.position(), arguments);
  if (!move)
    error(move.error(), fmt::format("exclude {}", arguments));
  else if (std::find(excluded_.begin(), excluded_.end(), *move) == excluded_.end())
    excluded_.push_back(*move);
}

void XBoard::on_include(std::string_view arguments) {
  if (arguments == "all") {
    excluded_.clear();
    return;
  }
  const auto move = parse_xboard_move(game_.position(), arguments);
  if (!move)
    error(move.error(), fmt::format("include {}", arguments));
  else
    excluded_.erase(std::remove(excluded_.begin(), excluded_.end(), *move), excluded_.end());
}

}  // namespace grandee::protocol
