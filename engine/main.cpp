// The engine program: without arguments a protocol on standard input and output, else one command.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "base/quotes.hpp"
#include "base/standard_streams.hpp"
#include "bench/bench.hpp"
#include "bench/genfens.hpp"
#include "board/score.hpp"
#include "nn/kernels.hpp"
#include "protocol/describe.hpp"
#include "protocol/divide.hpp"
#include "protocol/evaluation.hpp"
#include "protocol/show.hpp"
#include "protocol/text.hpp"
#include "protocol/uci.hpp"
#include "protocol/xboard.hpp"

namespace {

using namespace grandee;
using Arguments = std::vector<std::string>;

constexpr int kUsageError = 2;
constexpr char kName[] = "Grandee " GRANDEE_VERSION;
constexpr char kHelp[] =
    "Grandee, a Grand Chess engine.\n"
    "\n"
    "grandee                       speak UCI or XBoard on standard input and output\n"
    "grandee show [FEN] [--depth N | --movetime MS] [--letters AC|MC|AM]\n"
    "                              draw a position, analyse it (5 seconds) and print the best "
    "line\n"
    "grandee eval [--fen FEN] [--net FILE] [--kernel scalar|sse41|avx2|avx512]\n"
    "                              static evaluation of a position, what each output of the "
    "network\n"
    "                              says, what each man is worth\n"
    "grandee perft DEPTH [FEN]     count move sequences\n"
    "grandee bench [DEPTH [HASH]]  search a fixed set of positions: node count and speed\n"
    "grandee genfens N seed S book FILE|None\n"
    "                              N starting positions, for data generation\n"
    "grandee --version\n"
    "grandee --help\n"
    "\n"
    "Without a FEN the start position is meant. HASH is in MiB.\n";

int fail(const std::string& message) {
  std::cerr << "grandee: " << message << "\nTry 'grandee --help'.\n";
  return kUsageError;
}

void print(std::string_view text) {
  std::cout << text << '\n' << std::flush;
}

// A FEN may come as one argument or as its fields; none, or "startpos", is the start position.
Result<Position> parse_position(const Arguments& words) {
  if (words.empty() || (words.size() == 1 && words[0] == "startpos")) return Position();
  std::string fen;
  for (const std::string& word : words) fen += word + " ";
  return parse_fen(fen);
}

Result<std::int64_t> parse_number(const std::string& name, const std::string& text,
                                  std::int64_t least, std::int64_t most) {
  const auto value = protocol::parse_integer(text);
  if (!value || *value < least || *value > most)
    return Error{
        fmt::format("{} {} is not an integer from {} to {}", name, in_quotes(text), least, most)};
  return *value;
}

void report_bench(std::string_view line) {
  std::cerr << line << '\n';
}

Result<bench::Totals> run_bench_positions(const bench::Settings& settings, std::stop_token token) {
  report_bench("Evaluation: " + protocol::describe(protocol::built_in_evaluation()));
  return bench::run(settings, token, report_bench);
}

void run_bench_command(std::string_view arguments, std::stop_token token,
                       const protocol::Uci::Write& write) {
  const auto settings = bench::parse_settings(arguments);
  const auto totals = settings ? run_bench_positions(*settings, token) : Error{settings.error()};
  if (!totals)
    write("info string " + totals.error());
  else if (totals->stopped)
    write("info string bench stopped");
  else
    write(bench::describe(*totals));
}

int run_protocol() {
  std::ios::sync_with_stdio(false);
  protocol::Engine engine;
  protocol::Console console(std::cin, std::cout);
  protocol::add_log_option(engine.options(), console);
  // The first command tells the protocol.
  std::optional<std::string> line = console.read();
  while (line && protocol::trimmed(*line).empty()) line = console.read();
  const std::string first = line.value_or("");
  if (protocol::trimmed(first) == "xboard")
    protocol::XBoard(engine, console, kName).run();
  else
    protocol::Uci(engine, console, kName, run_bench_command).run(first);
  return console.all_written() ? 0 : 1;
}

int run_bench(const Arguments& arguments) {
  std::string text;
  for (const std::string& word : arguments) text += word + " ";
  const auto settings = bench::parse_settings(text);
  if (!settings) return fail(settings.error());
  const auto totals = run_bench_positions(*settings, {});
  if (!totals) {
    std::cerr << "grandee: " << totals.error() << '\n';
    return 1;
  }
  print(bench::describe(*totals));
  return 0;
}

// Test farms send the words as one argument and "quit" as another.
int run_genfens(const Arguments& arguments) {
  std::string text;
  for (const std::string& word : arguments) text += word + " ";
  const auto settings = bench::parse_genfens(text);
  if (!settings) return fail(settings.error());
  if (const auto done = bench::generate_positions(*settings, print); !done) {
    std::cerr << "grandee: " << done.error() << '\n';
    return 1;
  }
  return 0;
}

int run_perft(const Arguments& arguments) {
  if (arguments.empty()) return fail("perft needs a depth");
  const auto depth = parse_number("perft depth", arguments[0], 0, kMaxPly);
  if (!depth) return fail(depth.error());
  const auto position = parse_position({arguments.begin() + 1, arguments.end()});
  if (!position) return fail(position.error());
  const auto nodes = protocol::divide(*position, static_cast<int>(*depth), {}, print);
  print(fmt::format("Nodes searched: {}", nodes.value_or(0)));
  return 0;
}

int run_eval(const Arguments& arguments) {
  Arguments fen;
  std::string net;
  std::optional<std::string> kernel;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word != "--fen" && word != "--net" && word != "--kernel")
      return fail("eval: unknown argument " + in_quotes(word));
    if (i + 1 == arguments.size()) return fail("eval: " + word + " needs a value");
    if (word == "--net") net = arguments[++i];
    if (word == "--kernel") kernel = arguments[++i];
    if (word == "--fen") {
      fen.clear();
      while (i + 1 < arguments.size() && arguments[i + 1].rfind("--", 0) != 0)
        fen.push_back(arguments[++i]);
      if (fen.empty()) return fail("eval: --fen needs a FEN");
    }
  }
  const auto position = parse_position(fen);
  if (!position) return fail(position.error());
  const auto kernels =
      kernel ? nn::find_kernels(*kernel) : Result<const nn::Kernels*>(&nn::default_kernels());
  if (!kernels) return fail("eval: " + kernels.error());
  const auto evaluation = protocol::load_evaluation(net);
  if (!evaluation) return fail("eval: " + evaluation.error());
  if (kernel && !evaluation->network)
    return fail("eval: --kernel is for networks, and none is built in: name one with --net");
  print(protocol::describe_position_value(*position, *evaluation, **kernels, Letters::AC));
  return 0;
}

int run_show(const Arguments& arguments) {
  constexpr std::int64_t kDefaultTime = 5000;        // milliseconds
  constexpr std::int64_t kLongestTime = 86'400'000;  // a day
  search::Limits limits;
  Letters letters = Letters::AC;
  Arguments fen;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word.rfind("--", 0) != 0) {
      fen.push_back(word);
      continue;
    }
    if (word != "--depth" && word != "--movetime" && word != "--letters")
      return fail("show: unknown argument " + in_quotes(word));
    if (i + 1 == arguments.size()) return fail("show: " + word + " needs a value");
    const std::string& text = arguments[++i];
    if (word == "--letters") {
      const auto read = parse_letters(text);
      if (!read) return fail("show: " + read.error());
      letters = *read;
      continue;
    }
    const bool depth = word == "--depth";
    const auto value = parse_number("show: " + word, text, 1, depth ? kMaxPly : kLongestTime);
    if (!value) return fail(value.error());
    if (depth)
      limits.depth = static_cast<int>(*value);
    else
      limits.move_time = *value;
  }
  if (!limits.depth && !limits.move_time) limits.move_time = kDefaultTime;
  const auto position = parse_position(fen);
  if (!position) return fail(position.error());
  protocol::Engine engine;
  engine.set_game(protocol::Game(*position));
  protocol::show(engine, limits, letters, std::cout);
  return 0;
}

int run(const Arguments& words) {
  if (words.empty()) return run_protocol();
  std::string_view first = words[0];
  const std::string command(protocol::take_word(first));
  Arguments arguments(words.begin() + 1, words.end());
  if (command == "genfens") {
    arguments.insert(arguments.begin(), std::string(first));
    return run_genfens(arguments);
  }
  if (command == "show") return run_show(arguments);
  if (command == "eval") return run_eval(arguments);
  if (command == "perft") return run_perft(arguments);
  if (command == "bench") return run_bench(arguments);
  if (command == "--version" && arguments.empty()) {
    print(kName);
    return 0;
  }
  if (command == "--help" && arguments.empty()) {
    std::cout << kHelp;
    return 0;
  }
  return fail("unknown argument " +
              in_quotes(arguments.empty() ? command : command + " " + arguments[0]));
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_streams();
  int code = 0;
  try {
    code = run({argv + std::min(argc, 1), argv + argc});
  } catch (const std::exception& error) {
    // The standard library's, when the system gives no memory or no thread.
    std::cerr << "grandee: the system gives too little: " << error.what() << '\n';
    return 1;
  }
  std::cout.flush();
  if (code == 0 && !std::cout) {
    std::cerr << "grandee: can't write to standard output\n";
    return 1;
  }
  return code;
}
