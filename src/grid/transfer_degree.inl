/// Instantiates both transfers for one degree; included by transfer_linear.cpp and its sisters.
namespace weft {

template <>
void p2g_degree<WEFT_DEGREE>(Grid& grid, std::span<Parcels* const> sets, const Step& step,
                             TransferTicks& time) {
  constexpr int d = WEFT_DEGREE;
  if (step.plane)
    step.weight_gradient ? Transfer<d, true, true>::p2g(grid, sets, step, time)
                         : Transfer<d, true, false>::p2g(grid, sets, step, time);
  else
    step.weight_gradient ? Transfer<d, false, true>::p2g(grid, sets, step, time)
                         : Transfer<d, false, false>::p2g(grid, sets, step, time);
}

template <>
void g2p_degree<WEFT_DEGREE>(const Grid& grid, std::span<Parcels* const> sets, const Step& step,
                             TransferTicks& time) {
  constexpr int d = WEFT_DEGREE;
  if (step.plane)
    step.weight_gradient ? Transfer<d, true, true>::g2p(grid, sets, step, time)
                         : Transfer<d, true, false>::g2p(grid, sets, step, time);
  else
    step.weight_gradient ? Transfer<d, false, true>::g2p(grid, sets, step, time)
                         : Transfer<d, false, false>::g2p(grid, sets, step, time);
}

}  // namespace weft
