# Builds the images of /context on a Debian without registry, starts each one and stops it. VERSION, TARGETARCH and PORT
# are given. /base.tar is the Debian on which the Dockerfile builds.
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot

base=$(buildah from scratch)
buildah add --quiet "$base" /base.tar / > /dev/null
buildah commit --quiet "$base" docker.io/library/debian:12-slim > /dev/null
buildah rm "$base" > /dev/null

for target in server demo; do
  image="localhost/groupwright:$VERSION-$target"
  buildah build --pull-never --format docker --build-arg "TARGETARCH=$TARGETARCH" --target "$target" --tag "$image" /context > /dev/null
  container=$(buildah from --pull-never "$image")
  inside() { buildah run --env "PORT=$PORT" --env HOST=127.0.0.1 "$container" -- "$@"; }

  inside /usr/bin/groupwright-server > "/$target.log" 2>&1 &
  command=$!
  attempts=0
  # The command of the HEALTHCHECK.
  until inside /usr/lib/groupwright/node/bin/node /usr/lib/groupwright/bin/healthcheck.js 2> /dev/null; do
    attempts=$((attempts + 1))
    if [ "$attempts" = 60 ] || ! kill -0 "$command"; then cat "/$target.log" >&2; exit 1; fi
    sleep 1
  done
  created=$(inside groupwright-operator tenant create --name Test)

  # Buildah does not pass signals on.
  for process in /proc/[0-9]*; do
    case $(readlink "$process/exe") in
      */groupwright/node/bin/node) kill -TERM "${process#/proc/}" ;;
    esac
  done
  code=0
  wait "$command" || code=$?
  echo "$target: healthy as $(inside id -u), ${created%:*}, ended with $code"
  buildah rm "$container" > /dev/null
done
