#include "output/picture/look.h"

#include <cmath>
#include <map>

namespace weft {

namespace {

float power5(float x) { return x * x * x * x * x; }

/// Schlick's share of mirrored light. On a rough surface facets that are met edge on hide each other, so less
/// is mirrored there; without that its rim would be dark.
Vec3f mirrored(const Facing& p, float cos) {
  const Vec3f f0 = p.look->metal ? p.base : grey(p.look->f0);
  const float edge = p.look->metal ? 1 : std::max(p.look->f0, 0.9f - p.look->roughness);
  return f0 + (grey(edge) - f0) * power5(1 - std::clamp(cos, 0.0f, 1.0f));
}

/// GGX in the axes of the surface: w[2] is the cosine with the normal.
struct Facets {
  float a2;
  explicit Facets(float alpha) : a2(alpha * alpha) {}
  float density(float cos_h) const {
    const float d = cos_h * cos_h * (a2 - 1) + 1;
    return a2 / (kPi * d * d);
  }
  /// Smith's Lambda.
  float hidden(float cos) const {
    const float c2 = cos * cos;
    return 0.5f * (std::sqrt(1 + a2 * (1 - c2) / std::max(c2, 1e-8f)) - 1);
  }
  float seen(float cos) const { return 1 / (1 + hidden(cos)); }
  float seen(float cos_i, float cos_o) const { return 1 / (1 + hidden(cos_i) + hidden(cos_o)); }
};

/// Fibres that stand off a fabric light up at its rim: D = 2 sin^2(h) / pi, visibility of a velvet (Estevez
/// and Kulla 2017 with roughness 1/2; Neubelt and Pettineo 2013).
float fuzz(float cos_h, float cos_i, float cos_o) {
  const float d = 2 / kPi * std::max(0.0f, 1 - cos_h * cos_h);
  return d / (4 * std::max(cos_i + cos_o - cos_i * cos_o, 1e-3f));
}

/// A facet's normal as it is seen from wo (Dupuy and Benyoub 2023: a cap of the sphere).
Vec3f choose_facet(const Vec3f& wo, float alpha, const Vec2<float>& u) {
  const Vec3f stretched = normalized(Vec3f{{alpha * wo[0], alpha * wo[1], wo[2]}});
  const float z = (1 - u[1]) * (1 + stretched[2]) - stretched[2], r = std::sqrt(std::max(0.0f, 1 - z * z));
  const Vec3f h = Vec3f{{r * std::cos(2 * kPi * u[0]), r * std::sin(2 * kPi * u[0]), z}} + stretched;
  return normalized(Vec3f{{alpha * h[0], alpha * h[1], std::max(h[2], 1e-6f)}});
}

/// The chance that a bounce is a mirrored one.
float mirror_chance(const Facing& p, float cos_o) {
  if (p.look->metal) return 1;
  if (p.look->f0 <= 0) return 0;
  const float m = mirrored(p, cos_o)[0], d = (1 - m) * std::max(0.1f, luminance(p.base));
  return std::clamp(m / (m + d), 0.1f, 0.9f);
}

float density(const Facing& p, const Vec3f& wo, const Vec3f& wi, float chance) {
  const float cos_i = dot(p.n, wi), cos_o = std::max(dot(p.n, wo), 1e-4f), t = p.look->through;
  if (cos_i <= 0) return (1 - chance) * t * -cos_i / kPi;
  float pdf = (1 - chance) * (1 - t) * cos_i / kPi;
  if (chance > 0) {
    const Facets ggx(p.look->roughness);
    pdf += chance * ggx.seen(cos_o) * ggx.density(dot(p.n, normalized(wo + wi))) / (4 * cos_o);
  }
  return pdf;
}

/// Light along a fibre: a ridge of reflected light on the cone of mirror directions, shifted towards the root
/// and clear; another one, broader and coloured, shifted towards the tip; and a soft glow all around.
Vec3f reflect_fibre(const Facing& p, const Vec3f& wo, const Vec3f& wi) {
  const float sin_i = std::clamp(dot(p.tangent, wi), -1.0f, 1.0f),
              sin_o = std::clamp(dot(p.tangent, wo), -1.0f, 1.0f);
  const float half = 0.5f * (std::asin(sin_i) + std::asin(sin_o)), cos_i = std::sqrt(1 - sin_i * sin_i);
  const auto ridge = [&](float shift, float width) {
    const float x = (half - shift) / width;
    return std::exp(-0.5f * x * x) / width;
  };
  const float front = std::max(0.0f, dot(p.n, wi));
  const Vec3f diffuse = p.base * ((0.42f * front + 0.28f * cos_i * (0.6f + 0.4f * dot(p.n, wi)) / 2) / kPi);
  const float side = 0.35f + 0.65f * front;
  const Vec3f clear = grey(0.008f * ridge(-0.06f, 0.10f)), tinted = p.base * (0.012f * ridge(0.10f, 0.20f));
  return diffuse + (clear + tinted) * (cos_i * side);
}

Bounce bounce_fibre(const Facing& p, const Vec3f& wo, const Vec2<float>& u, float which) {
  constexpr float around = 0.3f;
  const Vec3f wi = which < around ? sphere_direction(u) : Axes(p.n).to_world(cosine_direction(u));
  const float pdf = around / (4 * kPi) + (1 - around) * std::max(0.0f, dot(p.n, wi)) / kPi;
  return {wi, reflect_fibre(p, wo, wi) * (1 / pdf), true};
}

}  // namespace

const Look& look_named(const std::string& name) {
  static const Look matt{.roughness = 0.55f, .f0 = 0.03f};
  static const std::map<std::string, Look> looks = {
      {"matt", matt},
      {"sand", {.variation = 0.36f}},
      {"snow", {.roughness = 0.5f, .f0 = 0.02f, .variation = 0.04f, .depth = 0.03f}},
      {"cloth", {.sheen = 0.5f, .through = 0.10f}},
      {"hair", {.variation = 0.25f, .fibre = true}},
      {"rubber", {.roughness = 0.30f, .f0 = 0.04f, .variation = 0.04f}},
      {"plastic", {.roughness = 0.12f, .f0 = 0.045f}},
      {"metal", {.roughness = 0.24f, .metal = true}},
      {"goo", {.roughness = 0.10f, .f0 = 0.045f, .depth = 0.06f}},
      {"water", {.roughness = 0.05f, .f0 = 0.02f, .water = true}},
      {"glass", {.roughness = 0.05f, .f0 = 0.04f, .glass = true}},
  };
  const auto found = looks.find(name);
  return found == looks.end() ? matt : found->second;
}

std::string look_of_kind(const std::string& kind) {
  return kind == "mesh" ? "cloth" : kind == "curves" ? "hair" : "sand";
}

float fresnel(float cos, float eta) {
  const float sin2 = (1 - cos * cos) / (eta * eta);
  if (sin2 >= 1) return 1;
  const float inside = std::sqrt(1 - sin2), a = (cos - eta * inside) / (cos + eta * inside),
              b = (eta * cos - inside) / (eta * cos + inside);
  return 0.5f * (a * a + b * b);
}

Vec3f reflect(const Facing& p, const Vec3f& wo, const Vec3f& wi) {
  const Look& look = *p.look;
  if (look.fibre) return reflect_fibre(p, wo, wi);
  const float cos_i = dot(p.n, wi), cos_o = std::max(dot(p.n, wo), 1e-4f);
  if (cos_i <= 0) return p.base * (look.through * -cos_i / kPi);
  const Vec3f h = normalized(wo + wi);
  const float cos_d = std::clamp(dot(wi, h), 0.0f, 1.0f);
  Vec3f f = Vec3f::zero();
  if (look.metal || look.f0 > 0) {
    const Facets ggx(look.roughness);
    const float d = ggx.density(dot(p.n, h)) * ggx.seen(cos_i, cos_o) / (4 * cos_i * cos_o);
    f += mirrored(p, cos_d) * d;
  }
  if (!look.metal && !look.water && !look.glass) {
    const float enters = look.f0 > 0 ? (1 - mirrored(p, cos_i)[0]) * (1 - mirrored(p, cos_o)[0]) : 1;
    f += p.base * (enters * (1 - look.through) / kPi);
    if (look.sheen > 0) f += mix(p.base, grey(1), 0.35f) * (look.sheen * fuzz(dot(p.n, h), cos_i, cos_o));
  }
  return f * cos_i;
}

Bounce choose_bounce(const Facing& p, const Vec3f& wo, const Vec2<float>& u, float which) {
  if (p.look->fibre) return bounce_fibre(p, wo, u, which);
  const Axes axes(p.n);
  const float chance = mirror_chance(p, dot(p.n, wo));
  Vec3f wi;
  if (which < chance) {
    const Vec3f local = axes.to_local(wo), o = {{local[0], local[1], std::max(local[2], 1e-3f)}};
    const Vec3f h = choose_facet(normalized(o), p.look->roughness, u);
    wi = axes.to_world(h * (2 * dot(normalized(o), h)) - normalized(o));
    if (dot(wi, p.n) <= 0) return {};
  } else {
    const float rest = (which - chance) / std::max(1 - chance, 1e-6f);
    Vec3f d = cosine_direction(u);
    if (rest < p.look->through) d[2] = -d[2];
    wi = axes.to_world(d);
  }
  const float pdf = density(p, wo, wi, chance);
  if (!(pdf > 1e-7f)) return {};
  return {wi, reflect(p, wo, wi) * (1 / pdf), true};
}

}  // namespace weft
