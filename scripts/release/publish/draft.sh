#!/usr/bin/env bash
# Usage: TAG=0.9.0 draft.sh FOLDER: a draft release with everything in the folder and the notes of the changelog.
set -euo pipefail
node scripts/release/notes.mjs "$TAG" >notes.md
gh release create "$TAG" --draft --verify-tag --title "$TAG" --notes-file notes.md \
  "$1"/main.js "$1"/manifest.json "$1"/styles.css "$1"/*.mcpb "$1"/*.tgz "$1"/SHA256SUMS
