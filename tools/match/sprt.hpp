// The sequential probability ratio test on pentanomial counts: is the first engine elo1 stronger
// (H1) or elo0 (H0)? The generalized log-likelihood ratio after M. Van den Bergh, "Comparing the
// approximations for the generalized log likelihood ratio of a multinomial distribution" and
// "Comments on normalized Elo".
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "tools/match/statistics.hpp"

namespace grandee::match {

// What elo0 and elo1 are measured in. Normalized Elo needs the same number of games whatever the
// draw rate; logistic Elo is the usual scale.
enum class EloModel { Normalized, Logistic };
std::string_view name_of(EloModel model);

enum class Verdict { Undecided, H0, H1 };
std::string_view name_of(Verdict verdict);

struct Sprt {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  // chance to accept H1 when elo0 is true
  double beta = 0.05;   // chance to accept H0 when elo1 is true
  EloModel model = EloModel::Normalized;

  // Bounds of the log-likelihood ratio after Wald.
  double lower() const;
  double upper() const;
  // Empty categories count as 0.001 samples, so that lopsided counts have a finite value too; 0
  // without any sample.
  double llr(const Pentanomial& pairs) const;
  Verdict verdict(const Pentanomial& pairs) const;
};

// "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized"; commas or blanks; what is missing keeps
// its default, but elo0 and elo1 must be there.
Result<Sprt> parse_sprt(std::string_view text);

}  // namespace grandee::match
