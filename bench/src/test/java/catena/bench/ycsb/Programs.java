// SPDX-License-Identifier: Apache-2.0
package catena.bench.ycsb;

import catena.records.threads.ProgramRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the programs of both sides, each in a Java of its own with the same options, so that none is
 * warmer than the other.
 *
 * @param peer the jars of YCSB's client, as a class path
 * @param directory takes what they print
 */
record Programs(String peer, Path directory) {
  private static final List<String> OPTIONS =
      List.of(
          "-Xms512m",
          "-Xmx512m",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED");
  private static final int TOLD = 2_000;

  /**
   * Runs a command of Catena.
   *
   * @return what it has printed
   * @throws IOException if it ends with another status than 0, with the end of what it has printed
   */
  String catena(Duration limit, List<String> words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(java(System.getProperty("java.class.path")));
    command.add("catena.scenario.Main");
    command.addAll(words);
    return run("catena " + words.get(0), limit, command);
  }

  /** Runs YCSB's client, as {@link #catena} does. */
  String ycsb(Duration limit, List<String> words) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(java(System.getProperty("java.class.path") + ":" + peer));
    command.add("site.ycsb.Client");
    command.addAll(words);
    return run("YCSB's client", limit, command);
  }

  private static List<String> java(String classPath) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.add("-Dcatena.home=" + System.getProperty("catena.home"));
    command.addAll(List.of("-cp", classPath));
    return command;
  }

  private String run(String name, Duration limit, List<String> command)
      throws IOException, InterruptedException {
    ProgramRun run =
        ProgramRun.of(command, limit)
            .orElseThrow(
                () -> new IOException(name + " did not end within " + limit.toSeconds() + " s"));
    if (run.status() != 0) {
      String printed = run.printed();
      throw new IOException(
          "%s ended with status %d:\n%s"
              .formatted(
                  name, run.status(), printed.substring(Math.max(0, printed.length() - TOLD))));
    }
    return run.printed();
  }
}
