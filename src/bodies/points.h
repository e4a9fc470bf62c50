/// The one owner of what a body keeps per point. Each field is declared once, by name; growing, sorting,
/// saving, hashing, counting bytes, looking for what is not a number, and copying out and in by id follow
/// from the list.
///
///   Points points;
///   PointField& x = points.add("x", 3);                              numbers, sixteen points side by side
///   std::vector<Corners>& corner = points.add_records<Corners>("corner");   one record per point
///   PointField& trial = points.add("trial", 0, Keep::scratch);       appears when it is needed
///
/// References stay valid as long as the Points do.
#pragma once
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bodies/point_field.h"
#include "exec/buffer.h"
#include "exec/parallel.h"

namespace weft {

enum class Keep {
  state,    ///< sorted with the points, saved, part of the state's hash
  scratch,  ///< only as long as the points: found anew from the state
};

class Points {
 public:
  Points();
  ~Points();
  Points(const Points&) = delete;
  Points& operator=(const Points&) = delete;

  /// Declares a field; in checkpoints it is called `stored`, or like itself.
  PointField& add(std::string name, int components, Keep keep = Keep::state, std::string stored = {});
  /// Declares a trivially copyable record per point.
  template <class T>
  std::vector<T>& add_records(std::string name, Keep keep = Keep::state, std::string stored = {});
  /// A field that begins without components gets some: zeros for every point.
  void set_components(PointField& field, int components);

  std::size_t size() const { return ids_.size(); }
  /// Who each point is; where it lies changes with every sort.
  const std::vector<std::uint32_t>& ids() const { return ids_; }
  std::uint32_t id(std::size_t i) const { return ids_[i]; }

  /// New points are zero in every field, and get the next ids.
  void resize(std::size_t n);
  /// Point i becomes the old point order[i].
  void reorder(std::span<const std::uint32_t> order);
  /// Ids first, then every state in the order of declaration, each under prefix + name.
  void archive(Archive& a, const std::string& prefix);
  /// The states alone, for points that checkpoints know by something else than their ids; after reading,
  /// set_ids says who they are.
  void archive_states(Archive& a, const std::string& prefix);
  void set_ids(std::span<const std::uint32_t> ids);
  /// Who is where, and nothing else: reading sorts the points as they were. For points that never change
  /// otherwise, and ahead of archive_states.
  void archive_order(Archive& a, const std::string& name);
  std::size_t bytes() const;
  /// Index of the first point with a number in some state that is not finite, or size(). Records of vectors
  /// and matrices count, other records do not.
  std::size_t first_bad() const;

  /// The field of that name, or null.
  const PointField* find(std::string_view name) const;
  PointField* find(std::string_view name);
  std::vector<std::string> names() const;  ///< of the fields that have components
  /// All components of all points in the order of ids, those of a point side by side.
  std::vector<double> copy_out(std::string_view name) const;
  void copy_in(std::string_view name, std::span<const double> values);
  /// The bytes of every state of those points, to be sent to another set with the same fields...
  std::vector<char> gather(std::span<const std::uint32_t> points) const;
  /// ... which appends them, with their ids.
  void append(std::span<const char> packed);
  std::size_t bytes_per_point() const;  ///< of `gather`

 private:
  /// Something per point: a field of numbers or records.
  struct Column {
    std::string name, stored;
    Keep keep;
    virtual ~Column() = default;
    virtual void resize(std::size_t n) = 0;
    virtual void reorder(std::span<const std::uint32_t> order, Array<Real>& scratch) = 0;
    virtual void archive(Archive& a, const std::string& name) = 0;
    virtual std::size_t bytes() const = 0;
    virtual std::size_t item_bytes() const = 0;
    virtual void read(std::size_t i, char* out) const = 0;
    virtual void write(std::size_t i, const char* in) = 0;
    virtual PointField* field() { return nullptr; }
    /// Zero times the sum of point i's numbers: any NaN or infinity survives.
    virtual double nought(std::size_t) const { return 0; }
  };
  struct FieldColumn;
  template <class T>
  struct RecordColumn;
  Column& declare(std::unique_ptr<Column> column, std::string name, Keep keep, std::string stored);
  /// Item i becomes the old item order[i].
  template <class T>
  static void reorder_items(std::vector<T>& items, std::span<const std::uint32_t> order);

  std::vector<std::uint32_t> ids_;
  std::vector<std::unique_ptr<Column>> columns_;
  Array<Real> scratch_;
};

/// What a record is made of, where that is one kind of floating numbers alone: Vec, Mat, a number.
template <class T>
struct NumbersOf {
  using type = std::conditional_t<std::is_floating_point_v<T>, T, void>;
};
template <int N, class T>
struct NumbersOf<Vec<N, T>> : NumbersOf<T> {};
template <int N, class T>
struct NumbersOf<Mat<N, T>> : NumbersOf<T> {};

template <class T>
void Points::reorder_items(std::vector<T>& items, std::span<const std::uint32_t> order) {
  Buffer<T> sorted(order.size());
  parallel_chunks(order.size(), std::size_t(1) << 14, [&](Range r) {
    for (std::size_t i = r.begin; i < r.end; ++i) sorted[i] = items[order[i]];
  });
  parallel_chunks(order.size(), std::size_t(1) << 14,
                  [&](Range r) { std::copy_n(&sorted[r.begin], r.size(), &items[r.begin]); });
}

template <class T>
struct Points::RecordColumn final : Column {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> at;
  void resize(std::size_t n) override { at.resize(n); }
  void reorder(std::span<const std::uint32_t> order, Array<Real>&) override { reorder_items(at, order); }
  void archive(Archive& a, const std::string& name) override { a.array(name, at); }
  std::size_t bytes() const override { return bytes_of(at); }
  std::size_t item_bytes() const override { return sizeof(T); }
  void read(std::size_t i, char* out) const override { std::memcpy(out, &at[i], sizeof(T)); }
  void write(std::size_t i, const char* in) override { std::memcpy(&at[i], in, sizeof(T)); }
  double nought(std::size_t i) const override {
    using Number = typename NumbersOf<T>::type;
    double s = 0;
    if constexpr (!std::is_void_v<Number>) {
      Number number[sizeof(T) / sizeof(Number)];
      std::memcpy(number, &at[i], sizeof(T));
      for (const Number a : number) s += 0 * double(a);
    }
    return s;
  }
};

template <class T>
std::vector<T>& Points::add_records(std::string name, Keep keep, std::string stored) {
  auto column = std::make_unique<RecordColumn<T>>();
  RecordColumn<T>& made = *column;
  declare(std::move(column), std::move(name), keep, std::move(stored));
  return made.at;
}

}  // namespace weft
