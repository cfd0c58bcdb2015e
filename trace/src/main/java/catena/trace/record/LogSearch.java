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

/**
 * Looks for rows in write-ahead logs, by the program {@link WriteAheadLogReader} in a process of
 * its own.
 */
final class LogSearch {
  /** Where the servers' jars lie: in a distribution below {@code catena.home}, in a build here. */
  private static final String JARS = "catena.lib.accumulo";

  private static final String HOME = "catena.home";
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int MOST_NOTES = 3;

  /**
   * What was found.
   *
   * @param remains by row; rows that no log holds are left out
   * @param notes what could not be looked at, one sentence each
   */
  record Result(Map<String, RowRemains> remains, List<String> notes) {
    static Result failed(String why) {
      return new Result(Map.of(), List.of("write-ahead logs were not looked at: " + why));
    }
  }

  private LogSearch() {}

  static Result look(String tableId, Collection<String> logs, Collection<String> rows)
      throws IOException {
    Optional<Path> jars = jars();
    if (jars.isEmpty()) {
      return Result.failed("the servers' jars are not there (system property " + HOME + ")");
    }
    List<String> lines = new ArrayList<>(List.of("T " + tableId));
    rows.forEach(row -> lines.add("R " + row));
    logs.forEach(log -> lines.add("L " + log));
    String question = String.join("\n", lines) + "\n";
    try {
      return ProgramRun.of(command(jars.get()), Map.of(), question, Errors.DROPPED, LIMIT)
          .map(LogSearch::result)
          .orElseGet(
              () ->
                  Result.failed("reading them took longer than " + LIMIT.toMinutes() + " minutes"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Result.failed("interrupted");
    }
  }

  private static Result result(ProgramRun run) {
    return run.status() == 0
        ? parse(run.printed().lines().toList())
        : Result.failed("the program that reads them ended with status " + run.status());
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
  static Result parse(List<String> answer) {
    Map<String, RowRemains> remains = new HashMap<>();
    List<String> notes = new ArrayList<>();
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
            notes.add("log " + RowSearch.shortName(f[1]) + " cannot be read: " + f[2]);
          }
        }
        default -> {
          // A log that was read to its end.
        }
      }
    }
    if (unread > MOST_NOTES) {
      notes.add(unread + " logs in all cannot be read");
    }
    return new Result(remains, notes);
  }

  private static List<String> place(String log) {
    return List.of(RowSearch.shortName(log));
  }

  private static void add(Map<String, RowRemains> remains, String row, RowRemains more) {
    remains.merge(row, more, RowRemains::and);
  }
}
