// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import catena.records.threads.ProgramRun;
import catena.records.threads.ProgramRun.Errors;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Searches write-ahead logs for rows, with the program {@link WriteAheadLogReader} in a separate
 * process.
 */
final class LogSearch {
  /** Where the servers' jars lie: in a distribution below {@code catena.home}, in a build here. */
  private static final String JARS = "catena.lib.accumulo";

  private static final String HOME = "catena.home";
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int MOST_NOTES = 3;

  private LogSearch() {}

  /**
   * What logs hold of rows.
   *
   * @param notes takes what could not be read, one sentence each
   * @return by row; rows that no log holds are left out
   */
  static Map<String, RowRemains> remains(
      String tableId, Collection<String> logs, Collection<String> rows, Consumer<String> notes)
      throws IOException {
    Optional<Path> jars = jars();
    if (jars.isEmpty()) {
      return failed(notes, "the servers' jars are not there (system property " + HOME + ")");
    }
    List<String> lines = new ArrayList<>(List.of("T " + tableId));
    rows.forEach(row -> lines.add("R " + row));
    logs.forEach(log -> lines.add("L " + log));
    String question = String.join("\n", lines) + "\n";
    try {
      Optional<ProgramRun> run =
          ProgramRun.of(command(jars.get()), Map.of(), question, Errors.DROPPED, LIMIT);
      if (run.isEmpty()) {
        return failed(notes, "reading them took longer than " + LIMIT.toMinutes() + " minutes");
      }
      return run.get().status() == 0
          ? parse(run.get().printed().lines().toList(), notes)
          : failed(notes, "the program that reads them ended with status " + run.get().status());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed(notes, "interrupted");
    }
  }

  private static Map<String, RowRemains> failed(Consumer<String> notes, String why) {
    notes.accept("write-ahead logs were not read: " + why);
    return Map.of();
  }

  private static List<String> command(Path jars) {
    URL place = WriteAheadLogReader.class.getProtectionDomain().getCodeSource().getLocation();
    Path own = Path.of(URI.create(place.toString()));
    List<String> classPath = new ArrayList<>(List.of(own.toString(), jars.resolve("*").toString()));
    Optional.ofNullable(System.getenv("HADOOP_CONF_DIR")).ifPresent(conf -> classPath.add(0, conf));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx512m",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        String.join(File.pathSeparator, classPath),
        WriteAheadLogReader.class.getName());
  }

  private static Optional<Path> jars() {
    Optional<Path> own = Optional.ofNullable(System.getProperty(JARS)).map(Path::of);
    return own.or(
            () ->
                Optional.ofNullable(System.getProperty(HOME)).map(h -> Path.of(h, "lib/accumulo")))
        .filter(Files::isDirectory);
  }

  /** The answer of the program; pure. */
  static Map<String, RowRemains> parse(List<String> answer, Consumer<String> notes) {
    Map<String, RowRemains> remains = new HashMap<>();
    int unread = 0;
    for (String line : answer) {
      String[] f = line.split("\t", -1);
      switch (f[0]) {
        case "E" -> add(remains, f[1], new RowRemains(place(f[2]), List.of(), Optional.empty()));
        case "D" ->
            add(
                remains,
                f[1],
                new RowRemains(List.of(), place(f[2]), Optional.of(Long.parseLong(f[3]))));
        case "X" -> {
          if (++unread <= MOST_NOTES) {
            notes.accept("log " + RowSearch.shortName(f[1]) + " cannot be read: " + f[2]);
          }
        }
        default -> {
          // A log that was read to its end.
        }
      }
    }
    if (unread > MOST_NOTES) {
      notes.accept(unread + " logs in all cannot be read");
    }
    return remains;
  }

  private static List<String> place(String log) {
    return List.of(RowSearch.shortName(log));
  }

  private static void add(Map<String, RowRemains> remains, String row, RowRemains more) {
    remains.merge(row, more, RowRemains::and);
  }
}
