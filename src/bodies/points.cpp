#include "bodies/points.h"

#include <cmath>
#include <numeric>

#include "exec/error.h"

namespace weft {

struct Points::FieldColumn final : Column {
  PointField at;
  explicit FieldColumn(int components) : at(components) {}
  void resize(std::size_t n) override { at.resize(n); }
  void reorder(std::span<const std::uint32_t> order, Array<Real>& scratch) override {
    at.reorder(order, scratch);
  }
  void archive(Archive& a, const std::string& name) override {
    if (at.components()) at.archive(a, name);
  }
  std::size_t bytes() const override { return at.bytes(); }
  std::size_t item_bytes() const override { return std::size_t(at.components()) * sizeof(Real); }
  void read(std::size_t i, char* out) const override {
    for (int c = 0; c < at.components(); ++c, out += sizeof(Real)) {
      const Real value = at(i, c);
      std::memcpy(out, &value, sizeof(Real));
    }
  }
  void write(std::size_t i, const char* in) override {
    for (int c = 0; c < at.components(); ++c, in += sizeof(Real)) std::memcpy(&at(i, c), in, sizeof(Real));
  }
  PointField* field() override { return &at; }
  double nought(std::size_t i) const override {
    Real s = 0;
    for (int c = 0; c < at.components(); ++c) s += Real(0) * at(i, c);
    return double(s);
  }
};

Points::Points() = default;
Points::~Points() = default;

Points::Column& Points::declare(std::unique_ptr<Column> column, std::string name, Keep keep,
                                std::string stored) {
  column->stored = stored.empty() ? name : std::move(stored);
  column->name = std::move(name);
  column->keep = keep;
  column->resize(size());
  columns_.push_back(std::move(column));
  return *columns_.back();
}

PointField& Points::add(std::string name, int components, Keep keep, std::string stored) {
  Column& c = declare(std::make_unique<FieldColumn>(components), std::move(name), keep, std::move(stored));
  return *c.field();
}

void Points::set_components(PointField& field, int components) {
  if (field.components() == components) return;
  field = PointField(components);
  field.resize(size());
}

void Points::resize(std::size_t n) {
  const std::size_t old = ids_.size();
  ids_.resize(n);
  if (n > old) std::iota(ids_.begin() + std::ptrdiff_t(old), ids_.end(), std::uint32_t(old));
  for (auto& c : columns_) c->resize(n);
}

void Points::reorder(std::span<const std::uint32_t> order) {
  for (auto& c : columns_)
    if (c->keep == Keep::state) c->reorder(order, scratch_);
  reorder_items(ids_, order);
}

void Points::archive(Archive& a, const std::string& prefix) {
  a.array(prefix + "id", ids_);
  if (a.reading())
    for (auto& c : columns_) c->resize(size());
  archive_states(a, prefix);
}

void Points::archive_states(Archive& a, const std::string& prefix) {
  for (auto& c : columns_)
    if (c->keep == Keep::state) c->archive(a, prefix + c->stored);
}

void Points::set_ids(std::span<const std::uint32_t> ids) { ids_.assign(ids.begin(), ids.end()); }

void Points::archive_order(Archive& a, const std::string& name) {
  std::vector<std::uint32_t> ids = ids_;
  a.array(name, ids);
  if (!a.reading()) return;
  std::vector<std::uint32_t> now(size()), order(size());
  for (std::size_t i = 0; i < size(); ++i) now[ids_[i]] = std::uint32_t(i);
  for (std::size_t i = 0; i < size(); ++i) order[i] = now[ids[i]];
  reorder(order);
}

std::size_t Points::bytes() const {
  std::size_t n = bytes_of(ids_) + bytes_of(scratch_);
  for (const auto& c : columns_) n += c->bytes();
  return n;
}

std::size_t Points::first_bad() const {
  const auto part = [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      double s = 0;
      for (const auto& c : columns_)
        if (c->keep == Keep::state) s += c->nought(i);
      if (!(s == 0)) return i;
    }
    return size();
  };
  return reduce_chunks(size(), std::size_t(1) << 14, size(), part,
                       [](std::size_t a, std::size_t b) { return std::min(a, b); });
}

PointField* Points::find(std::string_view name) {
  for (auto& c : columns_)
    if (c->name == name && c->field()) return c->field();
  return nullptr;
}

const PointField* Points::find(std::string_view name) const { return const_cast<Points*>(this)->find(name); }

std::vector<std::string> Points::names() const {
  std::vector<std::string> out;
  for (const auto& c : columns_)
    if (const PointField* f = c->field(); f && f->components()) out.push_back(c->name);
  return out;
}

std::vector<double> Points::copy_out(std::string_view name) const {
  const PointField* f = find(name);
  if (!f) throw Error("E0425", "points have no field '" + std::string(name) + "'");
  const std::size_t n = std::size_t(f->components());
  std::vector<double> out(size() * n);
  parallel_chunks(size(), std::size_t(1) << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      for (std::size_t c = 0; c < n; ++c) out[ids_[i] * n + c] = double((*f)(i, int(c)));
  });
  return out;
}

void Points::copy_in(std::string_view name, std::span<const double> values) {
  PointField* f = find(name);
  if (!f) throw Error("E0425", "points have no field '" + std::string(name) + "'");
  const std::size_t n = std::size_t(f->components());
  if (values.size() != size() * n)
    throw Error("E0425", "field '" + std::string(name) + "' wants " + std::to_string(size() * n) +
                             " numbers, not " + std::to_string(values.size()));
  parallel_chunks(size(), std::size_t(1) << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i)
      for (std::size_t c = 0; c < n; ++c) (*f)(i, int(c)) = Real(values[ids_[i] * n + c]);
  });
}

std::size_t Points::bytes_per_point() const {
  std::size_t n = sizeof(std::uint32_t);
  for (const auto& c : columns_)
    if (c->keep == Keep::state) n += c->item_bytes();
  return n;
}

std::vector<char> Points::gather(std::span<const std::uint32_t> points) const {
  const std::size_t stride = bytes_per_point();
  std::vector<char> packed(points.size() * stride);
  for (std::size_t k = 0; k < points.size(); ++k) {
    char* out = &packed[k * stride];
    std::memcpy(out, &ids_[points[k]], sizeof(std::uint32_t));
    out += sizeof(std::uint32_t);
    for (const auto& c : columns_)
      if (c->keep == Keep::state) c->read(points[k], out), out += c->item_bytes();
  }
  return packed;
}

void Points::append(std::span<const char> packed) {
  const std::size_t stride = bytes_per_point(), old = size(), n = packed.size() / stride;
  resize(old + n);
  for (std::size_t k = 0; k < n; ++k) {
    const char* in = &packed[k * stride];
    std::memcpy(&ids_[old + k], in, sizeof(std::uint32_t));
    in += sizeof(std::uint32_t);
    for (auto& c : columns_)
      if (c->keep == Keep::state) c->write(old + k, in), in += c->item_bytes();
  }
}

}  // namespace weft
