// What positions are evaluated with, as the user names it, and the evaluation of one in words.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "board/notation.hpp"
#include "nn/kernels.hpp"
#include "nn/network.hpp"

namespace grandee::protocol {

// The name of the network compiled into the program, as a value of EvalFile.
inline constexpr char kInternalNetwork[] = "<internal>";

struct Evaluation {
  std::shared_ptr<const nn::Network> network;  // null: the bootstrap evaluation
  std::string file;                            // the network's; empty: the built-in one
};

// The built-in network, or the bootstrap where none is built in.
Evaluation built_in_evaluation();
// A network's file, in UTF-8; "" and kInternalNetwork are the built-in evaluation. The error names
// the file, what was found and what was expected.
Result<Evaluation> load_evaluation(const std::string& file);

// One line: which network, its shape and checksum, or that there is none.
std::string describe(const Evaluation& evaluation);

// The static score from both views, what each output of the network says, and what each man is
// worth by removal, all in internal pawns, and what the protocols would show. Several lines, the
// last without line end. No score for a side in check. The kernels are a network's.
std::string describe_position_value(const Position& position, const Evaluation& evaluation,
                                    const nn::Kernels& kernels, Letters letters);

}  // namespace grandee::protocol
