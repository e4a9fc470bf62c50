#include "output/picture/denoise.h"

#include <cmath>

#include "exec/parallel.h"

namespace weft {

namespace {

constexpr int kPasses = 5;
constexpr float kKernel[3] = {3 / 8.0f, 1 / 4.0f, 1 / 16.0f};  // a B-spline's

/// Light without the colour of surfaces: what is smooth.
struct Layer {
  std::vector<Vec3f> light;
  std::vector<float> variance;
};

struct Filter {
  const Exposure& e;
  const View& view;
  float pixel;  ///< width of a pixel at distance 1

  std::size_t at(int i, int j) const { return std::size_t(j) * std::size_t(e.width) + std::size_t(i); }

  /// 3 x 3 mean: the variance of few samples is itself noisy.
  float steadied(const Layer& in, int i, int j) const {
    float sum = 0, weight = 0;
    for (int b = std::max(0, j - 1); b <= std::min(e.height - 1, j + 1); ++b)
      for (int a = std::max(0, i - 1); a <= std::min(e.width - 1, i + 1); ++a) {
        const float w = (a == i ? 2.0f : 1.0f) * (b == j ? 2.0f : 1.0f);
        sum += w * in.variance[at(a, b)];
        weight += w;
      }
    return sum / weight;
  }

  /// How alike the surfaces at p and q are, 0..1.
  float alike(std::size_t p, std::size_t q, float step) const {
    const float turn = norm2(e.normal[p] - e.normal[q]);
    if (turn > 0.5f) return 0;
    const Vec3f d = e.x[q] - e.x[p];
    const float away = std::abs(dot(d, e.normal[p])), scale = pixel * norm(e.x[p] - view.eye) * (1 + step);
    const Vec3f tint = e.albedo[p] - e.albedo[q];
    return std::exp(-turn * 24 - away / (scale + 1e-20f) - norm2(tint) * 8);
  }

  void pass(const Layer& in, Layer& out, int step) const {
    parallel_for(std::size_t(e.height), [&](std::size_t row) {
      for (int i = 0; i < e.width; ++i) {
        const int j = int(row);
        const std::size_t p = at(i, j);
        out.light[p] = in.light[p];
        out.variance[p] = in.variance[p];
        const float noise = std::sqrt(steadied(in, i, j));
        if (noise < 1e-4f || norm2(e.normal[p]) < 0.01f) continue;
        const float l = luminance(in.light[p]), spread = 1 / (3 * noise + 1e-6f);
        Vec3f sum = Vec3f::zero();
        float weight = 0, variance = 0;
        for (int b = -2; b <= 2; ++b)
          for (int a = -2; a <= 2; ++a) {
            const int qi = i + a * step, qj = j + b * step;
            if (qi < 0 || qj < 0 || qi >= e.width || qj >= e.height) continue;
            const std::size_t q = at(qi, qj);
            const float k = kKernel[std::abs(a)] * kKernel[std::abs(b)];
            const float w = p == q ? k
                                   : k * alike(p, q, float(step)) *
                                         std::exp(-std::abs(luminance(in.light[q]) - l) * spread);
            sum += in.light[q] * w;
            weight += w;
            variance += w * w * in.variance[q];
          }
        out.light[p] = sum * (1 / weight);
        out.variance[p] = variance / (weight * weight);
      }
    });
  }
};

}  // namespace

Image denoise(const Exposure& e, const View& view) {
  const std::size_t count = e.light.size();
  Layer now{std::vector<Vec3f>(count), e.variance},
      next{std::vector<Vec3f>(count), std::vector<float>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    now.light[i] = without_colour(e.light[i], e.albedo[i]);
  }
  const Filter filter{e, view, 2 * view.half_v / float(view.height)};
  for (int k = 0; k < kPasses; ++k) {
    filter.pass(now, next, 1 << k);
    std::swap(now, next);
  }
  Image image{e.width, e.height, std::move(now.light)};
  for (std::size_t i = 0; i < count; ++i) image.pixels[i] = with_colour(image.pixels[i], e.albedo[i]);
  return image;
}

}  // namespace weft
