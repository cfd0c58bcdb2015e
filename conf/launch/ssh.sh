#!/usr/bin/env bash
# Starts, stops or looks at the workers of a run on many hosts, by ssh: one worker for each line of
# HOSTS, whose number from 0 is its slot. A host that is named twice has two.
#
#   ssh.sh start HOSTS RUN     for instance: ssh.sh start hosts.txt hdfs://nameservice/runs/soak
#   ssh.sh status HOSTS RUN
#   ssh.sh stop HOSTS RUN      asks them to end, as Ctrl-C does
#
# Each host has Catena in CATENA_HOME and the client properties in CATENA_PROPERTIES; the log of a
# worker is below CATENA_LOGS there.
set -euo pipefail

home=${CATENA_HOME:-/opt/catena}
properties=${CATENA_PROPERTIES:-/etc/catena/client.properties}
logs=${CATENA_LOGS:-/tmp/catena-workers}

usage() {
  sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
  exit 64
}

[ $# -eq 3 ] || usage
action=$1 hosts=$2 run=$3
[ -r "$hosts" ] || { echo "ssh.sh: $hosts cannot be read" >&2; exit 64; }
name=$(basename "$run")

# What is done on the host of a slot; the words are quoted for the shell there, which expands the rest.
# shellcheck disable=SC2016
remote() {
  local slot=$1 pid
  pid=$(printf '%q' "$logs/$name-$slot.pid")
  case $action in
    start)
      printf 'mkdir -p %q && { nohup %q worker %q -c %q --slot %q > %q 2>&1 < /dev/null & echo $! > %s; }' \
        "$logs" "$home/bin/catena" "$run" "$properties" "$slot" "$logs/$name-$slot.log" "$pid"
      ;;
    status) printf 'kill -0 "$(cat %s)" 2> /dev/null && echo runs || echo ended' "$pid" ;;
    stop) printf 'kill "$(cat %s)" 2> /dev/null || true' "$pid" ;;
    *) usage ;;
  esac
}

failed=0
slot=0
while read -r host; do
  case $host in '' | '#'*) continue ;; esac
  command=$(remote "$slot") || exit $?
  if said=$(ssh -n -o BatchMode=yes -o ConnectTimeout=10 "$host" "$command"); then
    echo "slot $slot on $host${said:+: $said}"
  else
    echo "slot $slot on $host: not done" >&2
    failed=1
  fi
  slot=$((slot + 1))
done < "$hosts"
exit "$failed"
