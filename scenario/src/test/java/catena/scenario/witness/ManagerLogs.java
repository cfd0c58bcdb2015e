// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import catena.scenario.witness.Sightings.Hosting;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the managers of a local cluster log of tablets, read as it is written. */
final class ManagerLogs {
  private static final Pattern LINE =
      Pattern.compile(
          "(\\S+) \\[EventCoordinator\\] INFO *: tablet (\\S+) was (loaded on|unloaded from) (\\S+)");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss,SSS");

  private final Path directory;
  private final ZoneId zone;
  private final Map<Path, Long> read = new HashMap<>();
  private final List<Hosting> hostings = new ArrayList<>();

  ManagerLogs(Path directory, ZoneId zone) {
    this.directory = directory;
    this.zone = zone;
  }

  /** Reads the whole lines that were written since the last time. */
  synchronized void poll() throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    List<Path> logs;
    try (Stream<Path> all = Files.list(directory)) {
      logs = all.filter(f -> f.getFileName().toString().matches("manager-\\d+\\.log")).toList();
    }
    for (Path log : logs) {
      poll(log);
    }
  }

  private void poll(Path log) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long from = read.getOrDefault(log, 0L);
      byte[] more = new byte[(int) Math.max(0, file.length() - from)];
      file.seek(from);
      file.readFully(more);
      int end = more.length;
      while (end > 0 && more[end - 1] != '\n') {
        end--;
      }
      read.put(log, from + end);
      new String(more, 0, end, StandardCharsets.UTF_8)
          .lines()
          .forEach(line -> hosting(line, zone).ifPresent(hostings::add));
    }
  }

  /** What a line says of a tablet, if it does. */
  static Optional<Hosting> hosting(String line, ZoneId zone) {
    Matcher matcher = LINE.matcher(line);
    return matcher.matches()
        ? Optional.of(
            new Hosting(
                LocalDateTime.parse(matcher.group(1), TIME).atZone(zone).toInstant().toEpochMilli(),
                matcher.group(2),
                matcher.group(4),
                matcher.group(3).startsWith("loaded")))
        : Optional.empty();
  }

  synchronized List<Hosting> hostings() {
    return hostings.stream().sorted(Comparator.comparingLong(Hosting::at)).toList();
  }
}
