#!/usr/bin/env bash
# Builds the image and tries it as docs/server.md runs it: not as root, read-only, healthy, with a token from a file.
set -euo pipefail
cd "$(dirname "$0")/../../.."
image=lectern:try
folder=$(mktemp -d)
name="lectern-try-$$"
trap 'docker rm --force "$name" >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT

docker build --tag "$image" .
cp -r examples/vault "$folder/vault"
printf 'lct_a-token-for-this-try-only\n' >"$folder/token"
chmod -R a+rwX "$folder"
docker run --detach --init --name "$name" --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
  --publish 127.0.0.1:27150:27150 --env LECTERN_TOKEN_FILE=/run/token --volume "$folder/token:/run/token:ro" \
  --volume "$folder/vault:/vault" "$image"
[ "$(docker exec "$name" id --user)" != 0 ] || { echo 'The image runs as root.' >&2; exit 1; }
for _ in $(seq 60); do
  curl --silent --fail http://127.0.0.1:27150/health && break
  sleep 1
done
curl --silent --fail http://127.0.0.1:27150/health | grep --quiet '"ok"'
curl --silent --fail --header 'Authorization: Bearer lct_a-token-for-this-try-only' \
  --header 'Content-Type: application/json' --header 'Accept: application/json, text/event-stream' \
  --data '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' http://127.0.0.1:27150/mcp | grep --quiet read_note
docker stop --time 10 "$name"
[ "$(docker inspect --format '{{.State.ExitCode}}' "$name")" = 0 ] || { echo 'The stop was not clean.' >&2; exit 1; }
echo 'image: built, healthy, called and stopped'
