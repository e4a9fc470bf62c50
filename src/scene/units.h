/// Numbers with units: "1.2 cm", "30 deg", "300 g/m^2", "2 GPa", "5 ms", "120 rpm". Everything becomes SI.
#pragma once
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace weft {

/// Exponents of metre, kilogram, second and radian.
struct Dimension {
  std::array<int, 4> exponent{{0, 0, 0, 0}};
  friend bool operator==(const Dimension&, const Dimension&) = default;
  std::string text() const;  ///< "kg/m^3", "1" when dimensionless
};

struct Quantity {
  double value = 0;  ///< in SI
  Dimension dimension;
};

/// Thrown with a sentence that says what is wrong; whoever knows the place makes an Error of it.
struct UnitError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "GPa" -> 1e9 and its dimension; "" is 1 without dimension.
Quantity parse_unit(std::string_view unit);
/// "2 GPa" -> 2e9 and its dimension.
Quantity parse_quantity(std::string_view text);
/// The SI value of `text`, whose dimension must be that of `wanted`. A text without a unit is taken as SI.
double parse_as(std::string_view text, std::string_view wanted);

}  // namespace weft
