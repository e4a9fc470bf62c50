#include "bodies/solid/tet_response.inl"

namespace weft {
template std::unique_ptr<TetResponse> make_tet_response_of(const TetMesh&, const FixedCorotated&);
template std::unique_ptr<TetResponse> make_tet_response_of(const TetMesh&, const LinearCorotated&);
}  // namespace weft
