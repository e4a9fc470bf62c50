#include "bodies/sharpening.h"

namespace weft {

using P = Pack<Real>;

std::vector<Parcels*> Sharpening::sets() {
  std::vector<Parcels*> out;
  for (Set& s : sets_) out.push_back(&s);
  return out;
}

void Sharpening::bin(const Step& step) {
  const GridShape& shape = grid_.shape();
  if (shape.dx != step.dx || shape.degree != step.degree || shape.plane != step.plane)
    grid_ = Grid(GridShape{step.dx, step.degree, step.plane});
  grid_.bin(sets());
}

void Sharpening::scatter(const Step& step) {
  TransferTicks ticks;
  grid_.p2g(sets(), step, ticks);
}

void Sharpening::gather(const Step& step) {
  TransferTicks ticks;
  grid_.g2p(sets(), step, ticks);
}

void Sharpening::Set::load(Range r, const Step& step, ParcelBatch& out) const {
  at_.parcels.positions(r, out.x[0], out.x[1], out.x[2]);
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    const P m = at_.mass ? P::load(at_.mass->group(i, 0)) : P(Real(1));
    m.store(&out.m[at]);
    for (int a = 0; a < 3; ++a) {
      (P::load(at_.v.group(i, a)) * m).store(&out.p[a][at]);
      for (int b = 0; b < 3; ++b) {
        (P::load(at_.C.group(i, 3 * a + b)) * m).store(&out.Q[b][a][at]);
        if (step.weight_gradient) P(Real(0)).store(&out.S[b][a][at]);
      }
    }
  }
}

void Sharpening::Set::unload(Range r, const Step&, const AnswerBatch& in) {
  const bool held = at_.pins && at_.pins->holds();
  alignas(64) Real free[P::width];
  for (std::size_t i = r.begin; i < r.end; i += P::width) {
    const std::size_t at = i - r.begin;
    for (std::size_t l = 0; l < std::size_t(P::width); ++l)
      free[l] = held && i + l < r.end && at_.pins->leads(i + l) ? Real(0) : times_;
    const P times = P::load(free);
    const auto sharpen = [&](Real* own, const Real* smooth) {
      const P u = P::load(own);
      (u + (u - P::load(smooth)) * times).store(own);
    };
    for (int a = 0; a < 3; ++a) {
      sharpen(at_.v.group(i, a), &in.v[a][at]);
      for (int b = 0; b < 3; ++b) sharpen(at_.C.group(i, 3 * a + b), &in.C[b][a][at]);
    }
  }
}

}  // namespace weft
