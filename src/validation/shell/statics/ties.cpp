#include "validation/shell/statics/ties.h"

#include <map>

#include "exec/error.h"

namespace weft {

void Ties::tie(Component i, std::vector<Term> terms, double c) {
  if (ties_[i].tied) return;
  ties_[i] = {true, std::move(terms), c};
}

Reduction Ties::resolve() const {
  const std::size_t n = ties_.size();
  std::vector<Eigen::Index> unknown(n, -1);
  Eigen::Index count = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (!ties_[i].tied) unknown[i] = count++;
  Reduction r;
  r.c = Eigen::VectorXd::Zero(Eigen::Index(n));
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < n; ++i) {
    // Replaces tied components by what they are tied to until none is left.
    std::map<Component, double> open{{i, 1.0}};
    std::map<Eigen::Index, double> row;
    std::size_t steps = 0;
    while (!open.empty()) {
      const auto [k, w] = *open.begin();
      open.erase(open.begin());
      if (!ties_[k].tied) {
        row[unknown[k]] += w;
        continue;
      }
      if (++steps > n)
        throw Error("E0522", "the ties of a shell's control points go round in a circle", {},
                    "tie each component to free ones");
      r.c[Eigen::Index(i)] += w * ties_[k].c;
      for (const Term& t : ties_[k].terms) open[t.of] += w * t.weight;
    }
    for (const auto& [j, w] : row)
      if (w != 0) entries.emplace_back(Eigen::Index(i), j, w);
  }
  r.T.resize(Eigen::Index(n), count);
  r.T.setFromTriplets(entries.begin(), entries.end());
  return r;
}

}  // namespace weft
