# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# persistify, what it needs to build programs, and PoCL, on which they run on the CPU. docker, podman or buildah:
#
#   docker build -t persistify .
#   docker run --rm -v "$PWD:/work" persistify persistify bfs.cl bfs.c -o out
#
# --build-arg DEBIAN=debian:13   another release, or ubuntu:24.04

ARG DEBIAN=debian:12

FROM $DEBIAN AS build
COPY . /persistify
RUN PERSISTIFY_UNITY=ON /persistify/scripts/package /packages

FROM $DEBIAN
COPY --from=build /packages/*.deb /tmp/
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    /tmp/persistify_*.deb g++ cmake make pkg-config pocl-opencl-icd \
  && rm -rf /tmp/*.deb /var/lib/apt/lists/*
WORKDIR /work
CMD ["persistify", "--help"]
