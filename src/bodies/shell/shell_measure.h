/// What probes, pictures and frames ask of a shell, however it moves.
#pragma once
#include "bodies/frame_object.h"
#include "bodies/shell/shell_law.h"
#include "bodies/shell/shell_state.h"

namespace weft {

class ShellMeasure {
 public:
  ShellMeasure(const ShellState& state, const ShellLaw& law) : s_(state), law_(law) {}
  double bending_energy() const;  ///< of the layers: membrane and bending [J]
  std::vector<double> quantity(const std::string& what) const;
  FrameObject frame(const std::string& name, const std::vector<std::string>& quantities) const;

 private:
  double face_energy(std::size_t slot) const;
  template <class Of>
  std::vector<double> averaged(Of&& of) const;
  template <class Of>
  std::vector<double> worst(Of&& of) const;

  const ShellState& s_;
  const ShellLaw& law_;
};

}  // namespace weft
