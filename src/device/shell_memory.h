/// What a shell keeps on a device besides parcels: copies of the host's fields, and connections as kernels want them.
#pragma once
#include "device/shell.h"

namespace weft::WEFT_DEVICE {

/// A field of the host and its copy on the device.
struct ShellCopy {
  FieldView host;
  std::size_t points = 0;
  DeviceArray<float> at;

  std::size_t bytes() const { return padded() * std::size_t(host.n) * sizeof(float); }
  std::size_t padded() const { return (points + kGroup - 1) / kGroup * kGroup; }
  FieldView view() const { return {at.data(), host.n}; }
  void settle(Stream& stream, const FieldView& of, std::size_t n) {
    host = of, points = n;
    at.resize(padded() * std::size_t(host.n));
    stream.copy(at.data(), host.at, bytes());
  }
  void take(Stream& stream) { stream.copy(host.at, at.data(), bytes()); }
};

/// Connections as kernels want them, from those of the host.
class ShellMeshMemory {
 public:
  ShellMesh settle(Stream& stream, const ShellData& d) {
    ShellMesh m{};
    m.groups = int(d.face.groups.size()), m.bends = int(d.face.bends.size()), m.touches = d.face.touches;
    for (int p = 0; p < m.bends; ++p) m.bend_weight[p] = float(d.face.bends[std::size_t(p)]);
    m.group = put(stream, group_, d.face.groups);
    m.member = put(stream, member_, copied<unsigned>(d.face.member));
    m.local = put(stream, local_, copied<unsigned short>(d.face.local));
    m.weight = put(stream, weight_, copied<float>(d.face.weight));
    m.contact_at = put(stream, contact_at_, copied<unsigned>(d.face.contact_at));
    m.slot_of = put(stream, slot_of_, slots_of(d));
    find_parts(stream, d, m);
    m.push_of = put(stream, push_of_, ranges(d.control.ids, d.push_begin));
    m.push_at = put(stream, push_at_, copied<unsigned>(d.push_at));
    m.limit_of = put(stream, limit_of_, ranges(d.control.ids, d.limit_begin));
    std::vector<unsigned> now(d.control.count), limits;
    for (std::size_t i = 0; i < now.size(); ++i) now[d.control.ids[i]] = unsigned(i);
    for (const std::uint32_t v : d.limit_at) limits.push_back(now[v]);
    m.limit_at = put(stream, limit_at_, limits);
    m.limit_weight = put(stream, limit_weight_, copied<float>(d.limit_weight));
    return m;
  }
  std::size_t bytes() const {
    return group_.bytes() + member_.bytes() + local_.bytes() + weight_.bytes() + contact_at_.bytes() +
           slot_of_.bytes() + part_begin_.bytes() + part_.bytes() + push_of_.bytes() + push_at_.bytes() + limit_of_.bytes() +
           limit_at_.bytes() + limit_weight_.bytes();
  }

 private:
  template <class T>
  static const T* put(Stream& stream, DeviceArray<T>& to, const std::vector<T>& values) {
    to.put(stream, values);
    return to.data();
  }
  template <class T, class From>
  static std::vector<T> copied(std::span<const From> from) {
    return std::vector<T>(from.begin(), from.end());
  }
  static std::vector<Pair> ranges(std::span<const std::uint32_t> ids, std::span<const std::uint32_t> begin) {
    std::vector<Pair> out;
    for (const std::uint32_t id : ids) out.push_back({begin[id], begin[id + 1]});
    return out;
  }
  static std::vector<unsigned> slots_of(const ShellData& d) {
    std::vector<unsigned> out(d.contact.count);
    for (std::size_t e = 0; e < d.face.contact_at.size(); ++e) {
      const std::size_t slot = e / std::size_t(d.face.touches);
      if (slot % 16 < d.face.groups[slot / 16].faces) out[d.face.contact_at[e]] = unsigned(e);
    }
    return out;
  }
  /// Which points of which faces each member of a group is.
  void find_parts(Stream& stream, const ShellData& d, ShellMesh& m) {
    std::vector<unsigned> begin;
    std::vector<unsigned short> parts;
    for (const ShellGroup& g : d.face.groups) {
      std::vector<std::vector<unsigned short>> of(g.members);
      for (unsigned k = 0; k < g.points; ++k)
        for (unsigned lane = 0; lane < g.faces; ++lane)
          of[d.face.local[g.first_local + k * 16 + lane]].push_back(static_cast<unsigned short>(16 * k + lane));
      for (const auto& list : of) {
        begin.push_back(unsigned(parts.size()));
        parts.insert(parts.end(), list.begin(), list.end());
      }
    }
    begin.push_back(unsigned(parts.size()));
    m.part_begin = put(stream, part_begin_, begin);
    m.part = put(stream, part_, parts);
  }

  DeviceArray<ShellGroup> group_;
  DeviceArray<unsigned> member_, contact_at_, slot_of_, part_begin_, push_at_, limit_at_;
  DeviceArray<unsigned short> local_, part_;
  DeviceArray<Pair> push_of_, limit_of_;
  DeviceArray<float> weight_, limit_weight_;
};

}  // namespace weft::WEFT_DEVICE
