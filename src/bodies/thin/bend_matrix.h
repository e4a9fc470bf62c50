/// How the hinges of a triangle mesh bear bending together:
///   psi = 1/2 o^T P o,   o_e = theta_e - rest_e,   moments  tau = P o
/// P is sparse, symmetric, has no negative eigenvalues and follows from the mesh without stress (hinges.h).
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weft {

class BendMatrix {
 public:
  struct Entry {
    std::uint32_t hinge;
    float value;  ///< [N m]
  };
  BendMatrix() = default;
  /// Rows one after another, each ascending.
  BendMatrix(std::vector<std::uint32_t> begin, std::vector<Entry> entries)
      : begin_(std::move(begin)), entries_(std::move(entries)) {}
  std::span<const Entry> row(std::size_t hinge) const {
    return {entries_.data() + begin_[hinge], entries_.data() + begin_[hinge + 1]};
  }
  /// (P o)_hinge
  template <class Angles>
  double moment(std::size_t hinge, const Angles& o) const {
    double sum = 0;
    for (const Entry& e : row(hinge)) sum += double(e.value) * double(o[e.hinge]);
    return sum;
  }
  double diagonal(std::size_t hinge) const {
    for (const Entry& e : row(hinge))
      if (e.hinge == hinge) return double(e.value);
    return 0;
  }
  std::span<const std::uint32_t> begins() const { return begin_; }
  std::span<const Entry> entries() const { return entries_; }
  std::size_t bytes() const {
    return begin_.capacity() * sizeof(std::uint32_t) + entries_.capacity() * sizeof(Entry);
  }

 private:
  std::vector<std::uint32_t> begin_;
  std::vector<Entry> entries_;
};

}  // namespace weft
