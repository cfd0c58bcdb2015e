// SPDX-License-Identifier: Apache-2.0
package catena.scenario.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What {@code docs/unknown.md} quotes is said by the code, so that a reader finds the reason. */
class UnknownPageTest {
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");

  /** Texts that go on in the next line of the source are one. */
  private static final Pattern GOES_ON = Pattern.compile("\"\\s*\\+\\s*\"");

  private static String sources;

  @BeforeAll
  static void readSources() throws IOException {
    try (Stream<Path> files = Files.walk(DocPage.ROOT)) {
      sources =
          files
              .filter(file -> file.toString().matches(".*/src/main/java/.*\\.java"))
              .map(UnknownPageTest::text)
              .map(text -> GOES_ON.matcher(text).replaceAll(""))
              .collect(Collectors.joining("\n"));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is quoted in the first column of tables, without what "…" stands for. */
  private static List<String> quoted(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("| "))
        .map(line -> line.split("\\|")[1])
        .flatMap(cell -> QUOTED.matcher(cell).results().map(result -> result.group(1)))
        .flatMap(text -> Stream.of(text.split("…")))
        .map(String::strip)
        .filter(text -> text.length() > 3)
        .toList();
  }

  private static List<String> notSaid(List<String> lines) {
    return quoted(lines).stream().filter(text -> !sources.contains(text)).toList();
  }

  @Test
  void eachReasonIsOneThatTheCodeGives() {
    List<String> page =
        DocPage.all().stream()
            .filter(each -> each.name().equals("docs/unknown.md"))
            .findFirst()
            .orElseThrow()
            .lines();
    assertThat(quoted(page)).hasSizeGreaterThan(25);
    assertThat(notSaid(page)).isEmpty();
  }

  @Test
  void aReasonThatTheCodeDoesNotGiveIsNoticed() {
    assertThat(notSaid(List.of("| \"not finished\", \"the moon is … too full\" | it means | do |")))
        .containsExactly("the moon is", "too full");
  }
}
