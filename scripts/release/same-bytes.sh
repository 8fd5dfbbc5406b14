#!/usr/bin/env bash
# Usage: same-bytes.sh FOLDER FOLDER: two builds of a release must not differ in anything.
set -euo pipefail
diff --recursive "$1" "$2"
(cd "$1" && sha256sum --check SHA256SUMS)
