#include "bodies/solid/tet_response.inl"

namespace weft {
template std::unique_ptr<TetResponse> make_tet_response_of(const TetMesh&, const NeoHookean&);
template std::unique_ptr<TetResponse> make_tet_response_of(const TetMesh&, const HenckyElastic&);
template std::unique_ptr<TetResponse> make_tet_response_of(const TetMesh&, const SplitNeoHookeanElastic&);
}  // namespace weft
