// Which evaluation plays, and how files of data name it.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/result.hpp"
#include "nn/network.hpp"

namespace grandee::datagen {

// A network, or null for the bootstrap evaluation.
using Evaluation = std::shared_ptr<const nn::Network>;

// "": the built-in network, or the bootstrap where there is none; "bootstrap"; else a file.
Result<Evaluation> choose_evaluation(const std::string& name);

// For headers: the network's checksum, null for the bootstrap.
nlohmann::ordered_json network_field(const Evaluation& evaluation);

// Identifies what plays: nodes of fixed searches. Changes when search or evaluation do.
std::uint64_t search_signature(const Evaluation& evaluation);

}  // namespace grandee::datagen
