#include "output/spoil.h"

#include <cmath>
#include <sstream>

#include "exec/error.h"

namespace weft {

bool Spoiler::strike(World& world, std::int64_t frame_now, std::uint64_t steps_now) {
  if (!is_due(frame_now, steps_now) || body >= world.bodies.size() || point >= world.bodies[body]->size())
    return false;
  if (times > 0) --times;
  world.recall();
  world.bodies[body]->spoil(point, {{velocity, 0, 0}});
  return true;
}

Spoiler parse_spoiler(const std::string& text) {
  Spoiler s;
  if (text.empty()) return s;
  s.times = 1;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t equal = part.find('=');
    const std::string key = part.substr(0, equal),
                      value = equal == std::string::npos ? "" : part.substr(equal + 1);
    try {
      if (key == "frame") s.frame = std::stoll(value);
      else if (key == "step") s.step = std::stoull(value);
      else if (key == "body") s.body = std::stoull(value);
      else if (key == "point") s.point = std::stoull(value);
      else if (key == "velocity") s.velocity = value == "nan" ? std::nan("") : std::stod(value);
      else if (key == "times") s.times = value == "always" ? -1 : std::stoll(value);
      else throw std::invalid_argument(key);
    } catch (const std::exception&) {
      throw Error("E0417", "WEFT_SPOIL has a part that makes no sense: '" + part + "'", "WEFT_SPOIL",
                  "write it like frame=3,step=5,body=0,point=7,velocity=nan,times=1, or unset the variable");
    }
  }
  return s;
}

}  // namespace weft
