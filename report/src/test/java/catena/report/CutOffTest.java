// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.Addition;
import catena.records.journal.Event;
import catena.records.verdict.Verdict;
import catena.report.history.RunHistory;
import catena.report.history.RunHistory.RunState;
import catena.report.history.RunReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run directory that ends anywhere gives a report, which says what is missing. */
class CutOffTest {
  /** So many lines of a kind of each file are cut. */
  private static final int OF_A_KIND = 3;

  private static final String TEXTS = ".*/(scenario\\.yaml|settings\\.properties)";

  @TempDir private Path directory;

  private RunFiles whole() {
    return new SyntheticRun(new RunFiles(directory), 5, 90, 30, 1).write();
  }

  @Test
  void everyFileCutAtEveryLineAndWithinLines() throws Exception {
    RunFiles files = whole();
    assertThat(files.read().missing()).as("the whole run").isEmpty();
    for (Path file : files()) {
      byte[] content = Files.readAllBytes(file);
      for (int length : cuts(content)) {
        Files.write(file, java.util.Arrays.copyOf(content, length));
        assertThat(files.read().missing())
            .as("%s cut at byte %d", file, length)
            .matches(said -> !tornWithin(file, content, length) || names(said, file));
      }
      Files.write(file, content);
    }
  }

  private boolean names(List<? extends String> missing, Path file) {
    return missing.stream().anyMatch(said -> said.contains(directory.relativize(file).toString()));
  }

  /**
   * Whether a line that says something is torn, so that what is left shows that something is
   * missing; a file that ends with a whole line does not, nor do texts that end anywhere.
   */
  private static boolean tornWithin(Path file, byte[] content, int length) {
    if (length == 0 || length >= content.length - 1 || file.toString().matches(TEXTS)) {
      return false;
    }
    int begin = length;
    while (begin > 0 && content[begin - 1] != '\n') {
      begin--;
    }
    boolean head = file.toString().endsWith(".hlog") && "#\"".indexOf(content[begin]) >= 0;
    return begin < length && content[length] != '\n' && !head;
  }

  /**
   * Within and after the first lines of each kind and the last ones: the others of a kind are read
   * as those.
   */
  private static Set<Integer> cuts(byte[] content) {
    Set<Integer> cuts = new TreeSet<>(List.of(0, Math.max(0, content.length - 1)));
    Map<String, Integer> kinds = new HashMap<>();
    int begin = 0;
    for (int i = 0; i < content.length; i++) {
      if (content[i] == '\n') {
        if (kinds.merge(kind(content, begin, i), 1, Integer::sum) <= OF_A_KIND
            || i + 1 == content.length) {
          cuts.addAll(List.of(begin, begin + Math.min(17, i - begin), i + 1));
        }
        begin = i + 1;
      }
    }
    return cuts;
  }

  /** What a line begins with, without its numbers: the type of an event, the tag of an interval. */
  private static String kind(byte[] content, int begin, int end) {
    String line = new String(content, begin, end - begin, StandardCharsets.UTF_8);
    String words = line.replaceAll("[0-9.]+", "");
    return words.substring(0, Math.min(24, words.length()));
  }

  @Test
  void everyFileGone() throws Exception {
    for (Path file : whoseFiles()) {
      byte[] content = Files.readAllBytes(file);
      Files.delete(file);
      String page = new RunFiles(directory).report();
      assertThat(page).as("without " + file).contains("</html>");
      Files.write(file, content);
    }
  }

  private List<Path> whoseFiles() throws IOException {
    whole();
    return files();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith("report"))
          .filter(file -> !file.getParent().endsWith("report"))
          .sorted()
          .toList();
    }
  }

  @Test
  void whatOnlySomeRunsHaveIsNamedWhereItIsCutOff() throws Exception {
    RunFiles files = whole();
    for (String name : List.of("budgets.json", "phases.json", "rate.json")) {
      files.text(name, "{\"");
    }
    files.text("additions.csv", Addition.HEADER + "\n1,tserv");
    assertThat(files.read().missing())
        .containsExactlyInAnyOrder(
            "budgets.json is cut off or damaged",
            "phases.json is cut off or damaged",
            "rate.json is cut off or damaged",
            "additions.csv: one line is cut off or unreadable");
  }

  @Test
  void anEmptyDirectory() throws Exception {
    String page = new RunFiles(directory).report();

    assertThat(page)
        .contains("NO VERDICT", "no event: the journal is missing or empty", "no verdict.json");
  }

  @Test
  void aRunThatWasKilled() throws Exception {
    RunFiles files = whole();
    Files.delete(directory.resolve("verdict.json"));
    Path journal = directory.resolve("events/run.jsonl");
    Files.write(journal, Files.readAllLines(journal).subList(0, 2));
    Path ingest = directory.resolve("events/ingest.jsonl");
    String text = Files.readString(ingest);
    Files.writeString(ingest, text.substring(0, text.length() - 9));

    RunHistory run = files.read();
    String page = files.report();

    assertThat(run.life()).isEqualTo(RunState.BROKEN_OFF);
    assertThat(run.missing()).contains("events/ingest.jsonl: one line is cut off or unreadable");
    assertThat(page).contains("The run was broken off before its verdict");
    assertThat(Files.readString(directory.resolve("report.txt"))).contains("What is missing");
  }

  @Test
  void aRunThatGoesOn() throws Exception {
    RunFiles files = whole();
    Files.delete(directory.resolve("verdict.json"));
    Path journal = directory.resolve("events/run.jsonl");
    Files.write(journal, Files.readAllLines(journal).subList(0, 2));

    try (var open = files.open()) {
      java.time.Clock now =
          java.time.Clock.fixed(
              java.time.Instant.ofEpochMilli(RunFiles.BEGIN + 95_000), java.time.ZoneOffset.UTC);
      assertThat(RunReader.read(open, now).life()).isEqualTo(RunState.RUNNING);
    }
  }

  /** The journal of who goes on comes first in the order of names. */
  @Test
  void aRunThatHasEndedAndWasResumedGoesOn() throws Exception {
    RunFiles files = whole();
    Files.delete(directory.resolve("verdict.json"));
    long at = RunFiles.BEGIN + 600_000;
    files.events("ingest", new Event.RunStarted(at, "ingest", "ingest"));
    java.time.Clock now =
        java.time.Clock.fixed(java.time.Instant.ofEpochMilli(at + 5_000), java.time.ZoneOffset.UTC);
    try (var open = files.open()) {
      assertThat(RunReader.read(open, now).life()).isEqualTo(RunState.RUNNING);
    }
    files.events("ingest", new Event.RunEnded(at + 1_000, "ingest", Verdict.PASS));
    try (var open = files.open()) {
      assertThat(RunReader.read(open, now).life()).isEqualTo(RunState.FINISHED);
    }
  }
}
