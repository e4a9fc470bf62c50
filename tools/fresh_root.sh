# Roots of Debian in which nothing of this machine is installed. Sourced by tools/check_fresh_root and tools/check_package:
#   fresh_begin "$0" "$@"            becomes root, in a name space whose mounts go when the script ends; call it first
#   fresh_option "$@"                takes --folder --mirror --suite --keep; sets `taken` to how many words that were
#   fresh_base PACKAGES              makes the root that others are copied from, with an ordinary user `weaver`
#   fresh_root NAME                  makes $folder/NAME from it, ready to run in; sets `root`
#   fresh_run ROOT WHO HOME COMMAND  runs COMMAND in HOME/weft if that exists, else in HOME
#   fresh_leave ROOT                 unmounts what fresh_root mounted
folder="" mirror="" suite=bookworm keep=no
fresh_me=$(basename "$0")

fresh_begin() {
  [ "$(id -u)" -eq 0 ] || exec sudo --preserve-env=http_proxy,https_proxy,no_proxy "$@"
  # Mounts live in a name space of their own: they go when this script ends, however it ends.
  [ -n "${WEFT_FRESH_ROOT:-}" ] || WEFT_FRESH_ROOT=1 exec unshare --mount --pid --fork --kill-child "$@"
  mount -t proc proc /proc
}

fresh_option() {
  taken=2
  case $1 in
    --folder) folder=$2 ;;
    --mirror) mirror=$2 ;;
    --suite)  suite=$2 ;;
    --keep)   keep=yes taken=1 ;;
    *)        echo "$fresh_me: no option '$1' (see --help)" >&2; exit 2 ;;
  esac
}

fresh_finish() {
  [ $keep = yes ] && { echo "kept: $folder"; return; }
  rm -rf --one-file-system "$folder/base" "$folder"/for_*
  [ "$fresh_made" = no ] || rmdir "$folder"
}

fresh_base() {
  command -v debootstrap >/dev/null || { echo "$fresh_me: debootstrap is missing (apt-get install debootstrap)" >&2; exit 2; }
  fresh_made=no
  if [ -z "$folder" ]; then folder=$(mktemp -d) fresh_made=yes; fi
  mkdir -p "$folder"
  folder=$(cd "$folder" && pwd)
  trap fresh_finish EXIT
  # The first address in this machine's own list that has the suite; without one, debootstrap's own.
  if [ -z "$mirror" ]; then
    mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' "Created-By: Packages" "Release: $suite" 2>/dev/null | awk 'NR == 1 {print $1}')
  fi
  echo "Debian $suite${mirror:+ from $mirror}"
  rm -rf --one-file-system "$folder/base" "$folder"/for_*
  local begin=$SECONDS base=$folder/base name
  debootstrap --variant=minbase --include="$1" "$suite" "$base" ${mirror:+"$mirror"} >"$folder/debootstrap.log" 2>&1 ||
    { tail -20 "$folder/debootstrap.log" >&2; exit 2; }
  [ $keep = yes ] || rm "$folder/debootstrap.log"
  echo "a root in $((SECONDS - begin)) s"

  # How this machine reaches the world: names, proxies, certificates.
  cp -L /etc/resolv.conf /etc/hosts "$base/etc/"
  apt-config dump | grep -E '^Acquire::(https?::)?(Proxy|Check-Valid-Until|ForceIPv)' >"$base/etc/apt/apt.conf.d/90host" || true
  if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
    mkdir -p "$base/etc/ssl/certs"
    cp -L /etc/ssl/certs/ca-certificates.crt "$base/etc/ssl/certs/"
  fi
  reach=()
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY NODE_EXTRA_CA_CERTS; do
    [ -z "${!name:-}" ] || reach+=("$name=${!name}")
  done
  if command -v npm >/dev/null; then reach+=("npm_config_registry=$(npm config get registry 2>/dev/null)"); fi
  chroot "$base" useradd --create-home --shell /bin/bash weaver
}

fresh_root() {
  root=$folder/$1
  cp -a "$folder/base" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs tmpfs "$root/dev/shm"
}

fresh_home() { chroot "$base" getent passwd "$1" | cut -d: -f6; }  # fresh_home WHO

fresh_run() {
  local root=$1 who=$2 home=$3 command=$4 place=$3
  [ ! -d "$root$home/weft" ] || place=$home/weft
  chroot "$root" /usr/bin/env -i TERM=dumb LANG=C.UTF-8 HOME="$home" USER="$who" \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${reach[@]}" \
    setpriv --reuid="$who" --regid="$who" --init-groups \
    bash -c "cd '$place' && $command" </dev/null
}

fresh_leave() { umount -R "$1/dev/shm" "$1/dev" "$1/sys" "$1/proc" 2>/dev/null || true; }
