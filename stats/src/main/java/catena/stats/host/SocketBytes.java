// SPDX-License-Identifier: Apache-2.0
package catena.stats.host;

import catena.records.threads.ProgramRun;
import catena.stats.metric.Counter;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What each process of this network namespace sent and received by TCP, as the kernel counts it for
 * each connection; {@code ss} of iproute2 asks it. Linux counts no network for a process itself.
 *
 * <p>What a connection carried between the last reading and its end is not counted.
 */
final class SocketBytes {
  private static final List<String> COMMAND = List.of("ss", "-tinpHO", "state", "established");
  private static final Pattern PID = Pattern.compile("pid=(\\d+)");
  private static final Pattern SENT = Pattern.compile(" bytes_acked:(\\d+)");
  private static final Pattern RECEIVED = Pattern.compile(" bytes_received:(\\d+)");
  private static final Pattern ENDS = Pattern.compile("^\\S+\\s+\\S+\\s+(\\S+\\s+\\S+)");

  private final Counter<String> totals = new Counter<>();
  private boolean useless;
  private OptionalLong last = OptionalLong.empty();

  /** What the processes, by their ids, carried in a time. */
  record Traffic(Map<Long, Bytes> bytes, double seconds) {}

  /** Bytes of one process. */
  record Bytes(long received, long sent) {
    Bytes plus(Bytes other) {
      return new Bytes(received + other.received, sent + other.sent);
    }
  }

  /**
   * The traffic since the last reading that succeeded; empty for the first one, where there is no
   * such program, and when it is too slow.
   */
  Optional<Traffic> read(long nanos, Duration limit) throws InterruptedException {
    Optional<String> output = useless ? Optional.empty() : output(limit);
    if (output.isEmpty()) {
      return Optional.empty();
    }
    Map<Long, Bytes> bytes = parse(output.get().lines());
    OptionalLong before = last;
    last = OptionalLong.of(nanos);
    return before.isPresent()
        ? Optional.of(new Traffic(bytes, (nanos - before.getAsLong()) / 1e9))
        : Optional.empty();
  }

  private Optional<String> output(Duration limit) throws InterruptedException {
    try {
      return ProgramRun.of(COMMAND, Map.of(), "", ProgramRun.Errors.DROPPED, limit)
          .filter(run -> run.status() == 0)
          .map(ProgramRun::printed);
    } catch (IOException e) {
      useless = true;
      return Optional.empty();
    }
  }

  /** Adds up the lines of the program's output, one a connection. */
  Map<Long, Bytes> parse(Stream<String> lines) {
    Map<Long, Bytes> found = new HashMap<>();
    lines.forEach(
        line -> {
          Matcher pid = PID.matcher(line);
          Matcher ends = ENDS.matcher(line);
          if (pid.find() && ends.find()) {
            String key = pid.group(1) + " " + ends.group(1);
            Bytes bytes = new Bytes(grown(key, 'r', RECEIVED, line), grown(key, 's', SENT, line));
            found.merge(Long.valueOf(pid.group(1)), bytes, Bytes::plus);
          }
        });
    totals.turn();
    return found;
  }

  private long grown(String key, char way, Pattern pattern, String line) {
    Matcher total = pattern.matcher(line);
    // The kernel leaves out what is 0.
    return totals.grown(key + way, total.find() ? Long.parseLong(total.group(1)) : 0);
  }
}
