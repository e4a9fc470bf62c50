/// What devices are called, and which there are.
#include "device/device.h"

#include <gtest/gtest.h>

#include "device/engine.h"
#include "exec/error.h"

namespace weft {
namespace {

TEST(Device, HasANameBothWays) {
  for (const char* text : {"cpu", "gpu", "gpu:1", "gpu:12", "auto", "twin"})
    EXPECT_EQ(device_text(parse_device(text)), text);
  EXPECT_EQ(parse_device("gpu:0"), parse_device("gpu"));
  EXPECT_EQ(parse_device("gpu:3").number, 3);
}

TEST(Device, OtherWordsAreErrors) {
  for (const char* text : {"", "GPU", "gpu:", "gpu:-1", "gpu:1x", "gpu:99999999999", "cuda"}) try {
      parse_device(text);
      FAIL() << text;
    } catch (const Error& e) {
      EXPECT_EQ(e.code, "E0720") << text;
      EXPECT_FALSE(e.hint.empty());
    }
}

TEST(Device, TheProcessorNeedsNoEngine) {
  EXPECT_EQ(make_device_engine({}), nullptr);
  EXPECT_NE(make_device_engine({DeviceKind::twin}), nullptr);
}

TEST(Device, ACardThatIsNotThereIsAnError) {
  try {
    make_device_engine({DeviceKind::gpu, 4711});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code, "E0721");
    EXPECT_FALSE(e.hint.empty());
  }
}

}  // namespace
}  // namespace weft
