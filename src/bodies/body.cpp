#include "bodies/body.h"

namespace weft {

std::size_t Body::parcels() const {
  std::vector<Parcels*> sets;
  const_cast<Body*>(this)->add_sets(sets);  // which does not change it: sets are handed out for writing
  std::size_t n = 0;
  for (const Parcels* set : sets) n += set->size();
  return n;
}

}  // namespace weft
