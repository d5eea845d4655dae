#!/usr/bin/env bash
# What is installed is all that other programs need: those of docs/LIBRARY.md, through pkg-config and
# CMake, from C, C++ and Python; and it has every function of the headers.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
usr=$work/usr
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}
quietly() {
  "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2 && fail "failed: $*"; }
}

quietly "$CMAKE" --install "$BUILD_DIR" --prefix "$usr"
pc=$(find "$usr" -name marcher.pc)
lib=$(dirname "$(dirname "$pc")")
[[ -f $lib/libmarcher.a && -e $lib/libmarcher.so && -x $usr/bin/marcher ]] || fail 'not all is installed'
export PKG_CONFIG_PATH=$lib/pkgconfig LD_LIBRARY_PATH=$lib
cd "$work"

# program NAME: what the document shows under that name.
program() {
  awk -v name="<!-- program: $1 -->" '$0 == name { there = 1; next }
    there && /^```/ { if (inside) exit; inside = 1; next }
    inside' "$SOURCE_DIR/docs/LIBRARY.md" >"$1"
  [[ -s $1 ]] || fail "docs/LIBRARY.md has no program $1"
}

# ---- C, by pkg-config: the shared object, and the archive -------------------------------------------
program own.c
strict=(-std=c11 -Wall -Wextra -pedantic -Werror)
# shellcheck disable=SC2046 # words
quietly "$CC" "${strict[@]}" own.c -o shared $(pkg-config --cflags --libs marcher)
quietly "$CC" "${strict[@]}" "-I$usr/include" own.c -o archive "$lib/libmarcher.a" -ljansson -lsodium -pthread -lm
./shared >game.mrec || fail 'the program of the document fails'
[[ $(head -n 1 game.mrec) =~ ^[01/2.-]+\ by\ .+\ after\ [0-9]+\ turns$ ]] || fail "it says: $(head -n 1 game.mrec)"
grep -q '^\[Game "pocket"\]$' game.mrec || fail 'it writes no record'
./archive | cmp - game.mrec || fail 'the archive plays another game than the shared object'
readelf -d archive | grep -q libmarcher && fail 'the archive was not taken in'
# What is wrong with a definition is told.
sed 's/capturesToHand/capturesToHnad/' own.c >wrong.c
# shellcheck disable=SC2046 # words
quietly "$CC" wrong.c -o wrong $(pkg-config --cflags --libs marcher)
! ./wrong 2>said >"$work/log" || fail 'a wrong definition is played'
grep -q "own:3:1: .*capturesToHnad" said || fail "of a wrong definition it says: $(<said)"

# ---- C++, by CMake ----------------------------------------------------------------------------------
cat >plus.cpp <<'CPP'
#include <marcher/catalog.h>
#include <marcher/session.h>
#include <marcher/version.h>

static std::atomic_bool stop{true};

int main() {
  mr_catalog *catalog = nullptr;
  mr_game *game = nullptr;
  mr_session *session = nullptr;
  mr_arena arena;
  mr_diagnostics complaints;
  mr_arena_init(&arena, nullptr, 0);
  mr_diagnostics_init(&complaints, &arena);
  bool good = mr_catalog_new(nullptr, &catalog, nullptr) == MR_OK &&
              mr_catalog_open(catalog, "borderlands", nullptr, 0, &game, &complaints) == MR_OK &&
              mr_session_new(game, nullptr, &session, nullptr) == MR_OK;
  mr_node node = good ? mr_session_node(session) : mr_node{MR_NODE_TERMINAL, MR_NOBODY};
  good = good && node.player.id != MR_NOBODY.id &&
         mr_session_think(session, node.player, &stop, nullptr, nullptr, nullptr) == MR_OK &&
         mr_version()[0] == MR_VERSION[0];
  mr_session_free(session);
  mr_game_free(game);
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
  return good ? 0 : 1;
}
CPP
cat >CMakeLists.txt <<'TXT'
cmake_minimum_required(VERSION 3.25)
project(other LANGUAGES C CXX)
find_package(marcher 0.1 REQUIRED)
foreach(kind marcher shared)
  add_executable(own_${kind} own.c)
  target_link_libraries(own_${kind} PRIVATE marcher::${kind})
  add_executable(plus_${kind} plus.cpp)
  target_link_libraries(plus_${kind} PRIVATE marcher::${kind})
endforeach()
TXT
quietly "$CMAKE" -S . -B build -G Ninja "-DCMAKE_PREFIX_PATH=$usr"
quietly "$CMAKE" --build build
for kind in marcher shared; do
  "build/own_$kind" | cmp - game.mrec || fail "built by CMake it plays another game ($kind)"
  "build/plus_$kind" || fail "what is written in C++ fails ($kind)"
done

# ---- Python, and all that there is to call ----------------------------------------------------------
program moves.py
python3 moves.py "$lib/libmarcher.so" >moves || fail 'the Python of the document fails'
[[ $(<moves) =~ ^([a-h][1-8][a-h][1-8][qrbn]?\ )+[0-9.]+$ ]] || fail "Python plays: $(<moves)"
nm -D --defined-only "$lib/libmarcher.so" | awk '$2 == "T" { print $3 }' | sort >exported
sed '/^#define/d' "$usr"/include/marcher/*.h | tr '\n' ' ' | grep -oE 'MR_(API|INLINE) [^;{()]*\(' |
  grep -oE 'mr_[a-z0-9_]+\($' | tr -d '(' | sort -u >declared
(($(wc -l <declared) > 600)) || fail 'headers are not read as they should be'
lacking=$(comm -13 exported declared)
[[ -z $lacking ]] || fail "not in libmarcher.so: $lacking"
