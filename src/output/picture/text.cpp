/// Letters are strokes on a grid: x from 0, y with 0 the lowest descender, 2 the base line, 6 the height of
/// small letters, 9 of capitals. A stroke is a row of digit pairs; '~' smooths it (a quadratic B-spline that
/// keeps its ends), '@' smooths it and joins its ends.
#include "output/picture/text.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace weft {

namespace {

using Point = Vec2<float>;
using Stroke = std::vector<Point>;

struct Letter {
  char name;
  const char* strokes;
};

constexpr Letter kLetters[] = {
    {'a', "@02424606 4642"},
    {'b', "0902 @02424606"},
    {'c', "~454606024243"},
    {'d', "4942 @02424606"},
    {'e', "0444 ~4446060242"},
    {'f', "~39191712 0636"},
    {'g', "@02424606 ~46400001"},
    {'h', "0902 ~0406464442"},
    {'i', "0602 0808"},
    {'j', "~262000 2828"},
    {'k', "0902 3604 1532"},
    {'l', "0902"},
    {'m', "0602 ~0406363432 ~3436666462"},
    {'n', "0602 ~0406464442"},
    {'o', "@02424606"},
    {'p', "0600 @02424606"},
    {'q', "4640 @02424606"},
    {'r', "0602 ~040636"},
    {'s', "~460604444202"},
    {'t', "~181232 0636"},
    {'u', "~0604024244 4642"},
    {'v', "062246"},
    {'w', "0612355266"},
    {'x', "0642 0246"},
    {'y', "0622 4610"},
    {'z', "06460242"},
    {'A', "022942 1434"},
    {'B', "0209 ~09494606 ~06464202"},
    {'C', "~575909025254"},
    {'D', "0209 ~09595202"},
    {'E', "49090242 0636"},
    {'F', "490902 0636"},
    {'G', "~575909025255 5535"},
    {'H', "0902 4942 0646"},
    {'I', "0902"},
    {'J', "~39320204"},
    {'K', "0902 4905 1642"},
    {'L', "090242"},
    {'M', "0209346962"},
    {'N', "02095259"},
    {'O', "@02525909"},
    {'P', "0209 ~09494505"},
    {'Q', "@02525909 3451"},
    {'R', "0209 ~09494505 2542"},
    {'S', "~490905464202"},
    {'T', "0949 2922"},
    {'U', "~090502424549"},
    {'V', "092249"},
    {'W', "0912375269"},
    {'X', "0942 0249"},
    {'Y', "092549 2522"},
    {'Z', "09490242"},
    {'0', "@02424909"},
    {'1', "072922"},
    {'2', "~0709494602 0242"},
    {'3', "~0809494626 ~2646420203"},
    {'4', "32390444"},
    {'5', "490906 ~06464203"},
    {'6', "@02424606 ~490904"},
    {'7', "094912"},
    {'8', "@02424606 @06464909"},
    {'9', "@05454909 ~474202"},
    {'.', "0202"},
    {',', "1201"},
    {':', "0202 0505"},
    {';', "1201 1515"},
    {'-', "0535"},
    {'_', "0141"},
    {'+', "0545 2723"},
    {'/', "0139"},
    {'(', "~19070311"},
    {')', "~09171301"},
    {'[', "19090111"},
    {']', "09191101"},
    {'^', "072947"},
    {'=', "0444 0646"},
    {'*', "0745 0547"},
    {'<', "460442"},
    {'>', "064402"},
    {'%', "0249 1919 3232"},
    {'!', "0904 0202"},
    {'?', "~080939362524 2222"},
    {'\'', "0907"},
    {'"', "0907 2927"},
    {'|', "0900"},
    {'#', "1219 3239 0444 0747"},
};

constexpr float kGap = 2.1f, kSpace = 2.6f, kThick = 0.42f, kCapital = 7;  // in units of the grid

/// Points along a quadratic B-spline.
Stroke smoothed(const Stroke& control, bool closed) {
  Stroke out;
  const std::size_t n = control.size();
  const auto at = [&](std::size_t i) { return control[i % n]; };
  const std::size_t corners = closed ? n : n - 2;
  for (std::size_t k = 0; k < corners; ++k) {
    const Point a = at(k), b = at(k + 1), c = at(k + 2);
    const Point from = !closed && k == 0 ? a : (a + b) * 0.5f,
                to = !closed && k + 3 == n ? c : (b + c) * 0.5f;
    for (int s = 0; s <= 8; ++s) {
      const float t = float(s) / 8;
      out.push_back(from * ((1 - t) * (1 - t)) + b * (2 * t * (1 - t)) + to * (t * t));
    }
  }
  if (closed) out.push_back(out.front());
  return out;
}

std::vector<Stroke> strokes_of(char c) {
  std::vector<Stroke> out;
  for (const Letter& l : kLetters) {
    if (l.name != c) continue;
    std::istringstream words(l.strokes);
    for (std::string w; words >> w;) {
      const bool closed = w[0] == '@', smooth = closed || w[0] == '~';
      Stroke s;
      for (std::size_t i = smooth; i + 1 < w.size(); i += 2)
        s.push_back({{float(w[i] - '0'), float(w[i + 1] - '0')}});
      out.push_back(smooth ? smoothed(s, closed) : s);
    }
  }
  return out;
}

float width_of(const std::vector<Stroke>& strokes) {
  float w = 0;
  for (const Stroke& s : strokes)
    for (const Point& p : s) w = std::max(w, p[0]);
  return strokes.empty() ? kSpace : w;
}

float distance(const Point& p, const Point& a, const Point& b) {
  const Point d = b - a;
  const float t = norm2(d) > 0 ? std::clamp(dot(p - a, d) / norm2(d), 0.0f, 1.0f) : 0;
  return norm(p - a - d * t);
}

float distance(const Point& p, const std::vector<Stroke>& strokes) {
  float d = 1e9f;
  for (const Stroke& s : strokes)
    for (std::size_t i = 0; i + 1 < std::max<std::size_t>(2, s.size()); ++i)
      d = std::min(d, distance(p, s[i], s[std::min(i + 1, s.size() - 1)]));
  return d;
}

void blend(Pixels& picture, int i, int j, const std::array<std::uint8_t, 3>& colour, float share) {
  std::uint8_t* p = picture.rgb.data() + 3 * (std::size_t(j) * std::size_t(picture.width) + std::size_t(i));
  for (std::size_t k = 0; k < 3; ++k)
    p[k] = std::uint8_t(std::lround(float(p[k]) * (1 - share) + float(colour[k]) * share));
}

/// One letter at (x, y); either its halo or itself.
void draw_letter(Pixels& picture, const Point& at, const std::vector<Stroke>& strokes, const Ink& ink,
                 bool halo) {
  const float unit = ink.size / kCapital, half = kThick * unit, margin = half + (halo ? 2.5f * half : 1.0f);
  const int i0 = int(at[0] - margin - 1), i1 = int(at[0] + width_of(strokes) * unit + margin + 1);
  const int j0 = int(at[1] - 7 * unit - margin - 1), j1 = int(at[1] + 2 * unit + margin + 1);
  for (int j = std::max(0, j0); j <= std::min(picture.height - 1, j1); ++j)
    for (int i = std::max(0, i0); i <= std::min(picture.width - 1, i1); ++i) {
      const Point p{{(float(i) + 0.5f - at[0]) / unit, 2 - (float(j) + 0.5f - at[1]) / unit}};
      const float d = distance(p, strokes) * unit - half;  // [pixels], negative inside
      if (halo) blend(picture, i, j, {255, 255, 255}, 0.55f * std::clamp(1 - d / (2.5f * half), 0.0f, 1.0f));
      else blend(picture, i, j, ink.colour, std::clamp(0.5f - d, 0.0f, 1.0f));
    }
}

}  // namespace

float text_width(const std::string& text, float size) {
  float w = 0;
  for (char c : text) w += width_of(strokes_of(c)) + kGap;
  return std::max(0.0f, w - kGap) * size / kCapital;
}

void draw_text(Pixels& picture, float x, float y, const std::string& text, const Ink& ink) {
  for (bool halo : {true, false}) {
    if (halo && !ink.halo) continue;
    float at = x;
    for (char c : text) {
      const std::vector<Stroke> strokes = strokes_of(c);
      if (!strokes.empty()) draw_letter(picture, {{at, y}}, strokes, ink, halo);
      at += (width_of(strokes) + kGap) * ink.size / kCapital;
    }
  }
}

}  // namespace weft
