#include "case_message.h"

#include <bit>
#include <cstdint>
#include <new>
#include <nlohmann/json.hpp>

#include "exec/error.h"

namespace weft {
namespace {

using nlohmann::json;

std::uint64_t bits(double v) { return std::bit_cast<std::uint64_t>(v); }
double number(const json& j) { return std::bit_cast<double>(j.get<std::uint64_t>()); }

json pack(const CaseResult& r) {
  json checks = json::array();
  for (const Check& k : r.checks)
    checks.push_back({k.name, k.source, bits(k.measured), k.expected, bits(k.error), bits(k.tolerance),
                      k.relative, k.pass, k.shortfall});
  return {{"seconds", bits(r.seconds)}, {"failure", r.failure}, {"skipped", r.skipped}, {"checks", checks}};
}

json pack(const Error& e) {
  return {{"error", {e.code, std::string(e.what()), e.where, e.hint, int(e.exit)}}};
}

}  // namespace

std::string run_and_pack(const Case& c, const CaseOptions& options) {
  json j;
  try {
    j = pack(run_case(c, options));
  } catch (const Error& e) {
    j = pack(e);
  } catch (const std::bad_alloc&) {
    j = {{"memory", true}};
  }
  const std::vector<std::uint8_t> bytes = json::to_cbor(j);
  return {bytes.begin(), bytes.end()};
}

CaseResult unpack(const Case& c, const std::string& bytes) {
  const json j = json::from_cbor(bytes);
  if (j.contains("memory")) throw std::bad_alloc();
  if (j.contains("error")) {
    const json& e = j["error"];
    throw Error(e[0], e[1], e[2], e[3], Exit(e[4].get<int>()));
  }
  CaseResult r;
  r.seconds = number(j["seconds"]);
  r.failure = j["failure"];
  r.skipped = j["skipped"];
  for (const json& k : j["checks"])
    r.checks.push_back({c.id, k[0], k[1], number(k[2]), k[3], number(k[4]), number(k[5]), k[6], k[7], k[8]});
  return r;
}

}  // namespace weft
