#!/usr/bin/env bash
# Pushes the image that try-image.sh built to ghcr.io/REPOSITORY, and tells the workflow its name and digest.
set -euo pipefail
name="ghcr.io/${REPOSITORY,,}"
docker login ghcr.io --username "$ACTOR" --password-stdin <<<"$GH_TOKEN"
for tag in "$TAG" latest; do
  docker tag lectern:try "$name:$tag"
  docker push "$name:$tag"
done
digest=$(docker inspect --format '{{index .RepoDigests 0}}' "$name:$TAG")
{
  echo "name=$name"
  echo "digest=${digest#*@}"
} >>"$GITHUB_OUTPUT"
