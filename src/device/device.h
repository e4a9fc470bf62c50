/// Graphics cards, as the rest of the program knows them: no CUDA here.
#pragma once
#include <string>
#include <vector>

namespace weft {

/// Where a world's main field is stepped. `automatic` takes a card where that pays; `twin` runs the card's kernels
/// as plain C++, for tests.
enum class DeviceKind { cpu, gpu, automatic, twin };

struct DeviceChoice {
  DeviceKind kind = DeviceKind::cpu;
  int number = 0;  ///< of the card, as the driver counts
  friend bool operator==(const DeviceChoice&, const DeviceChoice&) = default;
};

/// "cpu", "gpu", "gpu:1", "auto", "twin"; throws E0720.
DeviceChoice parse_device(const std::string& text);
std::string device_text(const DeviceChoice& choice);

struct Card {
  int number;
  std::string name;
  std::size_t memory, free;  ///< [bytes]
};

/// False: built without CUDA.
bool built_with_cuda();
/// None where the program was built without CUDA, or there is no driver.
std::vector<Card> cards();

/// Why something stays off the device: a code of E07xx, one sentence, what to do.
struct DeviceRefusal {
  std::string code, what, hint;
};

}  // namespace weft
