// SPDX-License-Identifier: Apache-2.0
package catena.bench.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pitest.mutationtest.engine.MutationDetails;

class MutationSampleTest {
  /** Ten lines, the tenth with ten changes, and named so that each shows its line. */
  private static Map<String, List<String>> lines() {
    Map<String, List<String>> lines = new HashMap<>();
    for (int line = 1; line <= 10; line++) {
      String name = "line" + line;
      lines.put(name, IntStream.range(0, line).mapToObj(change -> name + "/" + change).toList());
    }
    return lines;
  }

  @Test
  void theSeedSaysWhichAreDrawn() {
    List<String> drawn = MutationSample.draw(lines(), 4, new Random(7));

    assertThat(drawn).hasSize(4);
    assertThat(drawn.stream().map(each -> each.split("/", -1)[0])).doesNotHaveDuplicates();
    assertThat(MutationSample.draw(lines(), 4, new Random(7))).isEqualTo(drawn);
    assertThat(MutationSample.draw(lines(), 4, new Random(8))).isNotEqualTo(drawn);
    assertThat(MutationSample.draw(lines(), 11, new Random(7))).hasSize(10);
  }

  @Test
  void eachLineHasTheSameChanceWhateverCanBeChangedInIt() {
    int draws = 2_000;
    Map<String, Integer> lines = new HashMap<>();
    Map<String, Integer> changes = new HashMap<>();
    for (int seed = 0; seed < draws; seed++) {
      for (String drawn : MutationSample.draw(lines(), 3, new Random(seed))) {
        lines.merge(drawn.split("/", -1)[0], 1, Integer::sum);
        changes.merge(drawn, 1, Integer::sum);
      }
    }

    // Three of ten: 600 with a deviation of 20; a change of the tenth line: 60 with one of 8.
    assertThat(lines).hasSize(10);
    assertThat(lines.values()).allSatisfy(times -> assertThat(times).isBetween(520, 680));
    assertThat(IntStream.range(0, 10).map(change -> changes.get("line10/" + change)))
        .allSatisfy(times -> assertThat(times).isBetween(29, 91));
  }

  @TempDir Path directory;

  /** Those of a class as if it were of main, and this test its test; of tests there are none. */
  private List<MutationDetails> mutants(Class<?> type) throws Exception {
    return MutationSample.mutants(
        MutationSample.options(
            place("main", MutationScore.class),
            place("test", MutationSampleTest.class),
            List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)),
            List.of(type.getName())));
  }

  private Path place(String name, Class<?> type) throws Exception {
    Path place = directory.resolve(name);
    Path file = place.resolve(type.getName().replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    try (InputStream bytes = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      Files.copy(bytes, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return place;
  }

  @Test
  void pitSaysWhatCanBeChangedAndWhere() throws Exception {
    List<MutationDetails> mutants = mutants(MutationScore.class);

    assertThat(mutants).isNotEmpty();
    assertThat(mutants.stream().map(MutationSample::line))
        .allMatch(line -> line.matches("catena\\.bench\\.mutation\\.MutationScore\\.java:\\d{6}"));
    assertThat(mutants.stream().map(MutationDetails::getId)).doesNotHaveDuplicates();
    assertThat(mutants(MutationScore.class).stream().map(MutationDetails::getId))
        .containsExactlyElementsOf(mutants.stream().map(MutationDetails::getId).toList());
    assertThat(mutants(MutationSampleTest.class)).isEmpty();
  }
}
