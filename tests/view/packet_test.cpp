/// What travels to the page says what the frame was, to within its 16 bits.
#include "view/packet.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <nlohmann/json.hpp>
#include <random>

#include "view/frame_packet.h"
#include "view/gzip.h"
#include "view/shown.h"

namespace weft {
namespace {

/// What viewer/packet.js does, in C++.
struct Opened {
  nlohmann::json about;
  std::string arrays;
  explicit Opened(const std::string& packet) {
    EXPECT_EQ(packet.substr(0, 4), "WEFT");
    std::uint32_t length = 0;
    for (int k = 3; k >= 0; --k) length = length << 8 | std::uint8_t(packet[std::size_t(4 + k)]);
    about = nlohmann::json::parse(packet.substr(8, length));
    arrays = packet.substr(8 + length);
  }
  template <class Number>
  std::vector<Number> numbers(std::size_t at, std::size_t count) const {
    std::vector<Number> out;
    Number value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      Number z = 0;
      for (std::size_t k = sizeof(Number); k-- > 0;)
        z = Number(z << 8) | std::uint8_t(arrays[at + k * count + i]);
      value = Number(value + Number(Number(z >> 1) ^ Number(-Number(z & 1))));
      out.push_back(value);
    }
    return out;
  }
};

std::string unpacked(const std::string& packed) {
  z_stream z{};
  EXPECT_EQ(::inflateInit2(&z, 15 + 16), Z_OK);
  std::string out(64 << 20, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  z.avail_in = uInt(packed.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = uInt(out.size());
  EXPECT_EQ(::inflate(&z, Z_FINISH), Z_STREAM_END);  // its checksum and length are right, too
  EXPECT_EQ(z.avail_in, 0u);
  out.resize(z.total_out);
  ::inflateEnd(&z);
  return out;
}

TEST(Gzip, GivesBackEveryByte) {
  std::mt19937 random(1);
  for (const std::size_t size : {0, 1, 1000, (1 << 20) - 1, 1 << 20, (3 << 20) + 17}) {
    std::string bytes(size, '\0');
    for (char& c : bytes) c = char(random() % 23);
    for (const Squeeze how : {Squeeze::fast, Squeeze::small}) {
      const std::string packed = gzip(bytes, how);
      EXPECT_EQ(unpacked(packed), bytes) << size;
      EXPECT_LT(packed.size(), size > 1000 ? bytes.size() : bytes.size() + 64);
    }
  }
}

TEST(Packet, DifferencesAreUndone) {
  const std::vector<std::uint16_t> small = {0, 65535, 1, 32768, 32767, 32767, 0};
  const std::vector<std::uint32_t> large = {0, 4294967295u, 5, 2147483648u, 2147483647u};
  Packet p;
  const std::size_t a = p.add(small), b = p.add(large);
  const Opened o(p.finish({{"a", 1}}));
  EXPECT_EQ(o.numbers<std::uint16_t>(a, small.size()), small);
  EXPECT_EQ(o.numbers<std::uint32_t>(b, large.size()), large);
  EXPECT_EQ(o.about.at("a"), 1);
}

TEST(FramePacket, PositionsAndValuesAreThoseOfTheFrame) {
  const Frame f = small_frame(2);
  const Opened o(frame_packet(f, "speed"));
  EXPECT_EQ(o.about.at("number"), 2);
  ASSERT_EQ(o.about.at("objects").size(), 2u);
  const auto& sand = o.about.at("objects").at(0);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto q = o.numbers<std::uint16_t>(sand.at("position").at(k), 3);
    const double low = sand.at("low").at(k), high = sand.at("high").at(k);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(low + q[i] / 65535.0 * (high - low), f.objects[0].position[i][int(k)], (high - low) / 65535)
          << i << k;
  }
  const auto speed = o.numbers<std::uint16_t>(sand.at("values").at("at"), 3);
  EXPECT_EQ(sand.at("values").at("high"), 5);
  EXPECT_EQ(speed[0], 65535);
  EXPECT_EQ(speed[1], 0);
  EXPECT_NEAR(speed[2], 65535 / 5.0, 1);
}

TEST(FramePacket, TheNameOfAShapeChangesWithItsFacesOnly) {
  const auto name = [](const Frame& f) {
    return Opened(frame_packet(f, "")).about.at("objects").at(1).at("shape");
  };
  Frame f = small_frame(1), moved = small_frame(3), turned = small_frame(1);
  moved.objects[1].position[0][2] += 1;
  turned.objects[1].corners = {3, 2, 1, 0};
  EXPECT_EQ(name(f), name(moved));
  EXPECT_NE(name(f), name(turned));
}

TEST(FramePacket, PolygonsBecomeTriangles) {
  const Opened o(*object_shape_packet(small_frame(1), 1));
  const auto& t = o.about.at("triangles");
  EXPECT_EQ(o.numbers<std::uint32_t>(t.at("at"), t.at("count")),
            (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}));
  EXPECT_FALSE(object_shape_packet(small_frame(1), 2));
  EXPECT_FALSE(collider_shape_packet(small_frame(1), 0));  // a plane has no mesh
}

TEST(FramePacket, WhatIsNotFiniteAndWhatIsFlatDoNoHarm) {
  Frame f = small_frame(1);
  f.objects[0].position[1] = {{NAN, INFINITY, 0.5f}};
  f.objects[0].velocity[0][0] = NAN;
  f.objects.push_back({});
  f.objects.back().kind = "points";
  const Opened o(frame_packet(f, "speed"));
  EXPECT_EQ(o.numbers<std::uint16_t>(o.about.at("objects").at(1).at("position").at(2), 4),
            std::vector<std::uint16_t>(4, 0));
  EXPECT_EQ(o.about.at("objects").at(2).at("points"), 0);
}

}  // namespace
}  // namespace weft
