// SPDX-License-Identifier: Apache-2.0
package catena.scenario.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files of a run directory are named in one class; sentences for people may mention them. */
class RunFileNamesTest {
  private static final Set<String> OWNERS = Set.of("RunDirectory.java", "RunLayout.java");

  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  private static final Pattern NAME =
      Pattern.compile(
          "(.*/)?\\.?(scenario\\.yaml|settings\\.properties|environment\\.json|graph\\.json"
              + "|plan\\.yaml|open-faults\\.json|findings\\.jsonl|verdict\\.json|causes\\.(json|txt)"
              + "|tested\\.json|phases\\.json|sweep\\.json|budgets\\.json|rate\\.json|junit\\.xml|results\\.(csv|json)|stats\\.out|metrics\\.json|(clients|cluster)\\.jsonl|resumed-|report\\.(html|txt)).*"
              + "|(events|latency|stats|ledger|report|configuration)/.*|\\.?(jsonl|hlog|ledger)");

  @Test
  void noOtherClassHoldsTheNameOfARunsFile() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      List<Path> sources = modules.map(module -> module.resolve("src/main/java")).toList();
      for (Path main : sources) {
        if (Files.isDirectory(main)) {
          scan(main, found);
        }
      }
    }
    assertThat(found).as("names of run files outside " + OWNERS).isEmpty();
  }

  private static void scan(Path main, List<String> found) throws IOException {
    try (Stream<Path> sources = Files.walk(main)) {
      sources
          .filter(
              file ->
                  file.toString().endsWith(".java")
                      && !OWNERS.contains(file.getFileName().toString()))
          .forEach(file -> literals(file, found));
    }
  }

  private static void literals(Path file, List<String> found) {
    try {
      for (String line : Files.readAllLines(file)) {
        Matcher literal = LITERAL.matcher(line);
        while (!line.strip().startsWith("*") && literal.find()) {
          String text = literal.group(1);
          if (!text.contains(" ") && NAME.matcher(text).matches()) {
            found.add(file + ": " + text);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
