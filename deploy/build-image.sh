#!/bin/sh
# Builds the image with whatever the machine has: buildah, podman or docker. Usage: deploy/build-image.sh [name:tag]
# In the format of Docker, because that of OCI has no health check. The commit is what /health tells as the release.
set -eu
cd "$(dirname "$0")/.."
name=${1:-cairn:$(git rev-parse --short HEAD 2>/dev/null || echo local)}
commit=SOURCE_COMMIT=$(git rev-parse HEAD 2>/dev/null || true)
if command -v buildah >/dev/null; then exec buildah build --format docker --build-arg "$commit" -f deploy/Containerfile -t "$name" .; fi
if command -v podman >/dev/null; then exec podman build --format docker --build-arg "$commit" -f deploy/Containerfile -t "$name" .; fi
if command -v docker >/dev/null; then exec docker build --build-arg "$commit" -f deploy/Containerfile -t "$name" .; fi
echo 'Install buildah, podman or docker to build an image.' >&2
exit 1
