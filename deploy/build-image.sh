#!/bin/sh
# Builds the image with buildah, podman or docker, whichever is installed. Usage: deploy/build-image.sh [name:tag]
# Uses Docker's image format, because OCI's has no health check. /health shows the commit as the release.
set -eu
cd "$(dirname "$0")/.."
name=${1:-cairn:$(git rev-parse --short HEAD 2>/dev/null || echo local)}
commit=SOURCE_COMMIT=$(git rev-parse HEAD 2>/dev/null || true)
if command -v buildah >/dev/null; then exec buildah build --format docker --build-arg "$commit" -f deploy/Containerfile -t "$name" .; fi
if command -v podman >/dev/null; then exec podman build --format docker --build-arg "$commit" -f deploy/Containerfile -t "$name" .; fi
if command -v docker >/dev/null; then exec docker build --build-arg "$commit" -f deploy/Containerfile -t "$name" .; fi
echo 'Install buildah, podman or docker to build an image.' >&2
exit 1
