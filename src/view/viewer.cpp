#include "view/viewer.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "exec/error.h"
#include "output/row_file.h"
#include "output/run_folder.h"

namespace weft {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

Error no_such_address() {
  return Error("E0804", "there is nothing at this address", {},
               "begin at the page that 'weft view' has printed");
}

/// A whole number of at most nine digits, and nothing else.
std::size_t number(const std::string& text) {
  std::size_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || text.size() > 9)
    throw Error("E0805", "a number of the address makes no sense", {}, "load the page again");
  return n;
}

std::size_t number_or_zero(const Question& q, const std::string& name) {
  const auto found = q.query.find(name);
  return found == q.query.end() ? 0 : number(found->second);
}

/// "" or the name of a quantity: letters, digits and underscores.
std::string word(const Question& q, const std::string& name) {
  const auto found = q.query.find(name);
  if (found == q.query.end()) return {};
  const std::string& w = found->second;
  const auto plain = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  if (w.size() > 64 || !std::all_of(w.begin(), w.end(), plain))
    throw Error("E0805", "the name of a quantity makes no sense", {}, "load the page again");
  return w;
}

/// "/a/b" -> a, b; "/" -> nothing.
std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t from = 1; from < path.size();) {
    const std::size_t to = std::min(path.find('/', from), path.size());
    parts.push_back(path.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

int status_of(const Error& e) {
  if (e.code == "E0419" || e.code == "E0804" || e.code == "E0410") return 404;
  if (e.code == "E0805") return 400;
  if (e.code == "E0806") return 405;
  if (e.code == "E0408" || e.code == "E0409" || e.code == "E0426") return 409;
  return 500;
}

std::string dumped(const ordered_json& j) {
  return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Answer packet(std::string bytes) { return {200, "application/octet-stream", std::move(bytes), true}; }
Answer json(std::string text) { return {200, "application/json", std::move(text)}; }

}  // namespace

Answer error_answer(int status, const std::string& code, const std::string& what, const std::string& hint) {
  return {status, "application/json", dumped({{"code", code}, {"what", what}, {"hint", hint}})};
}

std::string Viewer::add_run(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  const std::string name = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
  const std::lock_guard lock(mutex_);
  std::string key = name;
  for (int n = 2; runs_.count(key); ++n) {
    if (fs::absolute(runs_[key]->folder()).lexically_normal() == whole) return key;
    key = name + "-" + std::to_string(n);
  }
  runs_[key] = std::make_shared<ShownRun>(folder);
  return key;
}

std::shared_ptr<ShownRun> Viewer::run(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find(key);
  if (found == runs_.end()) throw no_such_address();
  return found->second;
}

std::string Viewer::start_scene(const fs::path& scene, const fs::path& folder,
                                const std::vector<std::string>& more) {
  const std::string key = add_run(folder);
  std::vector<std::string> arguments = {setup_.program.string(), "run",       scene.string(), "-o",
                                        folder.string(),         "--log-json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  run(key)->start(arguments);
  return key;
}

/// A shipped scene at draft quality, into the folder of its name; a run that is there already is shown instead.
std::string Viewer::start_shipped(const std::string& name) {
  for (const ShippedScene& s : shipped_scenes(setup_.gallery)) {
    if (s.name != name) continue;
    const fs::path folder = setup_.runs / (name + ".run");
    const std::string key = add_run(folder);
    const std::string status = run(key)->status();
    if (status == "empty") return start_scene(s.scene, folder, {"--quality", "draft"});
    return key;
  }
  throw no_such_address();
}

/// Runs that somebody else has begun in the folder of runs.
void Viewer::find_runs() {
  std::error_code failed;
  for (fs::directory_iterator i(setup_.runs, failed), end; !failed && i != end; i.increment(failed))
    if (std::error_code none; fs::exists(i->path() / "run.json", none)) add_run(i->path());
}

Answer Viewer::home() {
  find_runs();
  ordered_json j = {{"version", WEFT_VERSION}};
  j["runs"] = j["scenes"] = ordered_json::array();
  std::map<std::string, std::shared_ptr<ShownRun>> runs;
  {
    const std::lock_guard lock(mutex_);
    runs = runs_;
  }
  for (const auto& [key, shown] : runs) {
    ordered_json about = {{"key", key}, {"status", shown->status()}};
    try {
      const RunInfo info = read_run_info(shown->folder());
      about["frame"] = info.frame;
      about["first"] = info.first;
      about["last"] = info.last;
      about["points"] = info.points;
      about["updated"] = info.updated;
      about["scene"] = fs::path(info.scene).stem().string();
    } catch (const Error&) {
      // Not begun yet, or gone: it is still in the list, with its status.
    }
    j["runs"].push_back(std::move(about));
  }
  for (const ShippedScene& s : shipped_scenes(setup_.gallery))
    j["scenes"].push_back({{"name", s.name},
                           {"title", s.title},
                           {"about", s.about},
                           {"picture", !s.picture.empty()},
                           {"points", s.points},
                           {"seconds", s.seconds}});
  return json(dumped(j));
}

Answer Viewer::picture(const std::string& name) {
  for (const ShippedScene& s : shipped_scenes(setup_.gallery))
    if (s.name == name && !s.picture.empty()) return {200, "image/jpeg", read_text(s.picture), false, true};
  throw no_such_address();
}

Answer Viewer::look(const Parts& p, const Question& q) {
  if (p.size() == 2 && p[1] == "home") return home();
  if (p.size() == 3 && p[1] == "picture") return picture(p[2]);
  if (p.size() < 3 || p[1] != "run") throw no_such_address();
  const auto shown = run(p[2]);
  if (p.size() == 3)
    return json(
        shown->state({number_or_zero(q, "stats"), number_or_zero(q, "probes"), number_or_zero(q, "events")}));
  if (p.size() == 4 && p[3] == "scene") return {200, "text/plain; charset=utf-8", shown->scene_text()};
  if (p.size() == 4 && p[3] == "quantities") return json(shown->quantities());
  if (p.size() == 5 && p[3] == "frame")
    return packet(shown->frame(std::int64_t(number(p[4])), word(q, "quantity")));
  if (p.size() == 6 && p[3] == "object")
    return packet(shown->object_shape(std::int64_t(number(p[4])), number(p[5])));
  if (p.size() == 6 && p[3] == "collider")
    return packet(shown->collider_shape(std::int64_t(number(p[4])), number(p[5])));
  if (p.size() == 7 && p[3] == "vertex")
    return json(shown->vertex(std::int64_t(number(p[4])), number(p[5]), number(p[6])));
  throw no_such_address();
}

Answer Viewer::act(const Parts& p) {
  if (p.size() == 3 && p[1] == "start") return json(dumped({{"run", start_shipped(p[2])}}));
  if (p.size() != 4 || p[1] != "run") throw no_such_address();
  const auto shown = run(p[2]);
  if (p[3] == "pause") shown->pause();
  else if (p[3] == "continue") shown->go_on();
  else if (p[3] == "stop") shown->stop();
  else if (p[3] == "resume")
    shown->start({setup_.program.string(), "resume", shown->folder().string(), "--log-json"});
  else throw no_such_address();
  return json("{}");
}

Answer Viewer::route(const Question& q) {
  if (q.method != "GET" && q.method != "HEAD" && q.method != "POST")
    throw Error("E0806", "nothing here answers " + q.method, {}, "GET shows, POST starts and stops");
  const Parts parts = parts_of(q.path);
  const bool api = !parts.empty() && parts[0] == "api";
  if (q.method == "POST") {
    if (api) return act(parts);
    throw Error("E0806", "nothing here answers POST", {}, "GET shows, POST starts and stops");
  }
  if (api) return look(parts, q);
  for (const PageFile& f : setup_.page)
    if (f.name == q.path) return {200, std::string(f.type), std::string(f.bytes)};
  throw no_such_address();
}

Answer Viewer::answer(const Question& question) {
  try {
    return route(question);
  } catch (const Error& e) {
    return error_answer(status_of(e), e.code, e.what(), e.hint);
  } catch (const std::bad_alloc&) {
    return error_answer(500, "E0422", "out of memory", "close what else needs memory");
  } catch (const std::exception& e) {
    return error_answer(500, "E0404", e.what(), "a file of the run cannot be read");
  }
}

void Viewer::leave() {
  const std::lock_guard lock(mutex_);
  for (auto& [key, shown] : runs_) shown->leave();
}

bool Viewer::wait(double seconds) {
  const std::lock_guard lock(mutex_);
  bool ended = true;
  for (auto& [key, shown] : runs_) ended = shown->wait(seconds) && ended;
  return ended;
}

}  // namespace weft
