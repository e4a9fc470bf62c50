#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "exec/clock.h"
#include "verbs.h"

namespace weft {

std::string duration_text(double seconds) {
  const long s = std::lround(std::max(0.0, seconds));
  if (s >= 3600) return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
  if (s >= 60) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return seconds < 10 ? fmt::format("{:.1f} s", seconds) : fmt::format("{} s", s);
}

namespace {

/// How long the rest takes, from the frames of this process.
class Pace {
 public:
  explicit Pace(const ProgressStyle& style) : style_(style) {}
  double left(double frame) const {
    const double done = frame - double(style_.from), rest = double(style_.last) - frame;
    return done > 0 ? (wall_seconds() - began_) / done * rest : -1;
  }
  std::string left_text(double frame) const {
    return left(frame) < 0 ? "" : ", " + duration_text(left(frame)) + " left";
  }

 private:
  ProgressStyle style_;
  double began_ = wall_seconds();
};

std::string line(const FrameStats& s, const ProgressStyle& style) {
  return fmt::format(
      "frame {}/{}  t {:.4g} s  {} steps of {:.3g} s ({})  kinetic {:.4g} J  elastic {:.4g} J  {}{}", s.frame,
      style.last, s.time, s.substeps, s.dt, s.limit, s.totals.kinetic, s.totals.elastic,
      duration_text(s.seconds), s.rollbacks ? fmt::format("  {} rollbacks", s.rollbacks) : "");
}

/// Says nothing unless something is wrong.
class Silence : public Progress {
 public:
  void warn(const Warning& w) override {
    std::fflush(stdout);
    print_warning(w.code, w.what, w.hint);
  }
};

class Lines : public Silence {
 public:
  explicit Lines(const ProgressStyle& style) : style_(style), pace_(style) {}
  void frame(const FrameStats& s) override {
    std::puts((line(s, style_) + pace_.left_text(double(s.frame))).c_str());
    std::fflush(stdout);
  }
  void note(const std::string& text) override {
    std::puts(("note: " + text).c_str());
    std::fflush(stdout);
  }

 private:
  ProgressStyle style_;
  Pace pace_;
};

/// One line that is drawn again and again.
class Bar : public Silence {
 public:
  explicit Bar(const ProgressStyle& style) : style_(style), pace_(style) {}
  ~Bar() override { std::puts(""); }
  void step(const World& world, std::int64_t frame, const FrameSteps& steps) override {
    const double now = wall_seconds();
    if (now - drawn_ < 0.1) return;
    drawn_ = now;
    const double part = frame_time_ > 0 ? std::clamp((world.time - frame_start_) / frame_time_, 0.0, 1.0) : 0;
    draw(double(frame) - 1 + part, fmt::format("frame {}/{}  dt {:.3g} s ({}){}", frame, style_.last,
                                               steps.dt(), steps.limit(), energies_));
  }
  void frame(const FrameStats& s) override {
    frame_time_ = s.time - frame_start_;
    frame_start_ = s.time;
    energies_ = fmt::format("  kinetic {:.3g} J  elastic {:.3g} J", s.totals.kinetic, s.totals.elastic);
    draw(double(s.frame),
         fmt::format("frame {}/{}  dt {:.3g} s ({}){}", s.frame, style_.last, s.dt, s.limit, energies_));
  }
  void note(const std::string& text) override { fmt::print("\r\x1b[Knote: {}\n", text); }
  void warn(const Warning& w) override {
    fmt::print("\r\x1b[K");
    Silence::warn(w);
  }

 private:
  void draw(double frame, const std::string& text) {
    constexpr int width = 24;
    const double all = std::max(1.0, double(style_.last - style_.first));
    const int full = std::clamp(int(width * (frame - double(style_.first)) / all), 0, width);
    fmt::print("\r\x1b[K[{}{}] {}{}", std::string(std::size_t(full), '#'),
               std::string(std::size_t(width - full), '.'), text, pace_.left_text(frame));
    std::fflush(stdout);
  }

  ProgressStyle style_;
  Pace pace_;
  double drawn_ = 0, frame_start_ = 0, frame_time_ = 0;
  std::string energies_;
};

class JsonLines : public Progress {
 public:
  explicit JsonLines(const ProgressStyle& style) : style_(style), pace_(style) {}
  void frame(const FrameStats& s) override {
    put({{"event", "frame"},
         {"frame", s.frame},
         {"last", style_.last},
         {"time", s.time},
         {"dt", s.dt},
         {"limit", s.limit},
         {"substeps", s.substeps},
         {"retries", s.retries},
         {"rollbacks", s.rollbacks},
         {"points", s.points},
         {"kinetic", s.totals.kinetic},
         {"elastic", s.totals.elastic},
         {"gravity", s.gravity},
         {"penetration", s.penetration},
         {"crossings", s.crossings},
         {"memory", s.memory},
         {"seconds", s.seconds},
         {"seconds_left", std::max(0.0, pace_.left(double(s.frame)))},
         {"state_hash", fmt::format("{:016x}", s.state_hash)}});
  }
  void note(const std::string& text) override { put({{"event", "note"}, {"text", text}}); }
  void warn(const Warning& w) override {
    put({{"event", "warning"}, {"code", w.code}, {"text", w.what}, {"hint", w.hint}});
  }

 private:
  void put(const nlohmann::ordered_json& j) {
    std::puts(j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    std::fflush(stdout);
  }
  ProgressStyle style_;
  Pace pace_;
};

}  // namespace

std::unique_ptr<Progress> make_progress(const ProgressStyle& style) {
  if (style.json) return std::make_unique<JsonLines>(style);
  if (style.quiet) return std::make_unique<Silence>();
  if (::isatty(1)) return std::make_unique<Bar>(style);
  return std::make_unique<Lines>(style);
}

}  // namespace weft
