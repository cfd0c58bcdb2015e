// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogSearchTest {
  private static final String JARS = "catena.lib.accumulo";
  private static final String HOME = "catena.home";
  private static final String HOME_BEFORE = System.getProperty(HOME, "");
  private static final String JARS_BEFORE = System.getProperty(JARS, "");

  @TempDir private Path directory;

  @AfterEach
  void propertiesAsTheyWere() {
    set(HOME, HOME_BEFORE);
    set(JARS, JARS_BEFORE);
  }

  private static void set(String key, String value) {
    if (value.isEmpty()) {
      System.clearProperty(key);
    } else {
      System.setProperty(key, value);
    }
  }

  private final List<String> notes = new ArrayList<>();

  /** What could not be read; nothing is found here. */
  private List<String> gaps(String... logs) throws IOException {
    notes.clear();
    assertThat(LogSearch.remains("2", List.of(logs), List.of("r1"), notes::add)).isEmpty();
    return notes;
  }

  private List<String> notes(List<String> answer) {
    notes.clear();
    assertThat(LogSearch.parse(answer, notes::add)).isEmpty();
    return notes;
  }

  @Test
  void withoutTheServersJarsNoLogIsRead() throws IOException {
    set(JARS, "");
    set(HOME, directory.toString());
    String why =
        "write-ahead logs were not read: the servers' jars are not there (system property"
            + " catena.home)";
    assertThat(gaps("/wal/a+1/x")).containsExactly(why);
    set(HOME, "");
    assertThat(gaps("/wal/a+1/x")).containsExactly(why);
  }

  @Test
  void aProgramThatEndsBadlyHasReadNothing() throws IOException {
    set(JARS, "");
    set(HOME, directory.toString());
    Files.createDirectories(directory.resolve("lib/accumulo"));
    assertThat(gaps("/wal/a+1/x"))
        .containsExactly(
            "write-ahead logs were not read: the program that reads them ended with status 1");
  }

  /** With all jars of this test in the place of the servers'. */
  @Test
  void theProgramIsAskedForEachLog() throws IOException {
    set(JARS, directory.toString());
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(each -> Path.of(each).toUri().toString())
                .collect(Collectors.joining(" ")));
    OutputStream jar = Files.newOutputStream(directory.resolve("all.jar"));
    new JarOutputStream(jar, manifest).close();
    assertThat(gaps("file:/gone/a+1/x", "file:/gone/a+1/y"))
        .satisfiesExactly(
            note -> assertThat(note).startsWith("log a+1/x cannot be read: ").contains("/gone"),
            note -> assertThat(note).startsWith("log a+1/y cannot be read: ").contains("/gone"));
  }

  @Test
  void entriesAndDeleteMarkersAreKeptApart() {
    Map<String, RowRemains> remains =
        LogSearch.parse(
            List.of(
                "E\tr1\thdfs://n:1/wal/a+1/x",
                "E\tr1\thdfs://n:1/wal/a+1/x",
                "D\tr2\thdfs://n:1/wal/a+1/x\t7",
                "D\tr2\thdfs://n:1/wal/a+1/y\t5",
                ".\thdfs://n:1/wal/a+1/x"),
            notes::add);

    assertThat(notes).isEmpty();
    assertThat(remains)
        .isEqualTo(
            Map.of(
                "r1", new RowRemains(List.of("a+1/x"), List.of(), Optional.empty()),
                "r2", new RowRemains(List.of(), List.of("a+1/x", "a+1/y"), Optional.of(7L))));
  }

  @Test
  void aLogThatCannotBeReadIsSaid() {
    assertThat(notes(List.of("X\t/wal/a+1/x\tFile does not exist")))
        .containsExactly("log a+1/x cannot be read: File does not exist");
  }

  @Test
  void threeOfManyUnreadableLogsAreNamedAndAllCounted() {
    List<String> answer =
        IntStream.rangeClosed(1, 5).mapToObj(n -> "X\t/wal/a+1/x" + n + "\tgone").toList();
    assertThat(notes(answer.subList(0, 3))).hasSize(3);
    assertThat(notes(answer))
        .containsExactly(
            "log a+1/x1 cannot be read: gone",
            "log a+1/x2 cannot be read: gone",
            "log a+1/x3 cannot be read: gone",
            "5 logs in all cannot be read");
  }
}
