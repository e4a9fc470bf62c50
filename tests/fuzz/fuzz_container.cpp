/// Feeds mutated containers to the frame and checkpoint readers: any bytes give a frame or an Error, never a
/// crash, a hang or a large allocation. Half of the inputs get their hashes mended, so that damage reaches
/// what lies behind.
///   fuzz_container SECONDS SEED
#include <xxhash.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "exec/error.h"
#include "fuzz/mutate.h"
#include "output/container.h"
#include "output/container_layout.h"
#include "output/frame_file.h"
#include "output/scratch.h"

namespace {

using namespace weft;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

std::vector<std::string> make_corpus(const Scratch& dir) {
  Frame f;
  f.number = 3;
  FrameObject o;
  o.name = "sand";
  o.kind = "points";
  for (int i = 0; i < 40; ++i) {
    o.position.push_back({{float(i), 0, 0}});
    o.velocity.push_back({{0, float(i), 0}});
    o.id.push_back(std::uint32_t(i));
    o.scalars["strain"].push_back(float(i));
  }
  f.objects = {o, o};
  FrameCollider c;
  c.kind = "mesh";
  c.vertices = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}};
  c.triangles = {{0, 1, 2}};
  f.colliders = {c};
  write_frame(dir / "frame", f);
  {
    FileWriter w(dir / "state", FileKind::checkpoint, 1);
    w.text("runner", "{\"frame\":1}");
    std::vector<float> big(500000, 1.0f);
    w.array("big", big);
    w.text("empty", "");
    w.commit();
  }
  write_frame(dir / "bare", Frame{});
  return {slurp(dir / "frame"), slurp(dir / "state"), slurp(dir / "bare")};
}

/// Makes the hashes of the footer and of each section agree with the bytes again,
/// as far as the structure allows.
void mend(std::string& d) {
  using namespace layout;
  if (d.size() < kHeaderBytes + kFooterBytes) return;
  const std::size_t foot = d.size() - kFooterBytes;
  std::uint64_t at = 0, length = 0;
  std::memcpy(&at, &d[foot], 8);
  if (at < kHeaderBytes || at > foot) return;
  length = foot - at;
  std::memcpy(&d[foot + 8], &length, 8);
  std::size_t p = at + 8, offset = kHeaderBytes;
  while (p + 4 <= foot) {
    std::uint32_t name = 0;
    std::memcpy(&name, &d[p], 4);
    if (name > kLongestName || p + 4 + name + 28 > foot) break;
    p += 4 + name + 4;
    std::uint64_t bytes = 0, stored = 0;
    std::memcpy(&bytes, &d[p], 8);
    std::memcpy(&stored, &d[p + 8], 8);
    if (stored > at - std::min<std::uint64_t>(at, offset) || bytes > (1u << 30)) break;
    const std::uint64_t hash = XXH3_64bits(d.data() + offset, stored);
    std::memcpy(&d[p + 16], &hash, 8);
    offset += stored;
    p += 24 + 4 * ((bytes + kPiece - 1) / kPiece);
  }
  const std::string checked = d.substr(0, kHeaderBytes) + d.substr(at, length);
  const std::uint64_t hash = XXH3_64bits(checked.data(), checked.size()), whole = d.size();
  std::memcpy(&d[foot + 16], &hash, 8);
  std::memcpy(&d[foot + 24], &whole, 8);
  const std::uint64_t own = XXH3_64bits(&d[foot], 32);
  std::memcpy(&d[foot + 32], &own, 8);
  std::memcpy(&d[foot + 40], kEndMagic.data(), 8);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::printf("usage: fuzz_container SECONDS SEED\n");
    return 2;
  }
  const double limit = std::atof(argv[1]);
  const auto seed = std::strtoull(argv[2], nullptr, 10);
  const Scratch dir;
  const std::vector<std::string> corpus = make_corpus(dir);
  fuzz::Dice dice(seed);
  const auto start = Clock::now();
  unsigned long long executions = 0, accepted = 0;
  const auto path = dir / "input";
  while (seconds_since(start) < limit) {
    std::string data = fuzz::mutate(corpus, dice);
    if (dice.below(2)) mend(data);
    spill(path, data);
    const auto begin = Clock::now();
    for (int reader = 0; reader < 2; ++reader, ++executions) {
      try {
        if (reader == 0) read_frame(path);
        else FileReader(path, FileKind::checkpoint).check();
        ++accepted;
      } catch (const Error& e) {
        if (e.code.size() == 5 && *e.what()) continue;
        std::printf("FAILED execution %llu: a bare error\n", executions);
        return 1;
      } catch (const std::exception& e) {
        std::ofstream("fuzz_container.failure", std::ios::binary) << data;
        std::printf("FAILED reader %d, execution %llu: %s (input in fuzz_container.failure)\n", reader,
                    executions, e.what());
        return 1;
      }
    }
    if (seconds_since(begin) > 5) {
      std::printf("FAILED execution %llu: it took more than 5 seconds\n", executions);
      return 1;
    }
  }
  std::printf("fuzz_container: %llu executions in %.1f s, %llu accepted, seed %llu: no failure\n", executions,
              seconds_since(start), accepted, seed);
  return 0;
}
