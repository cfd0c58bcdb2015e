// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.run.RunDirectory;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenedRunsTest {
  @TempDir private Path temp;

  private String made(String name) throws IOException {
    return Files.createDirectory(temp.resolve(name)).toString();
  }

  @Test
  void theyStandInTheOrderInWhichTheyWereNamed() throws IOException {
    try (OpenedRuns runs = new OpenedRuns()) {
      assertThat(runs.all()).isEmpty();
      assertThat(runs.open(List.of(made("b"), made("a"))).open(List.of(made("c"))).all())
          .extracting(RunDirectory::name)
          .containsExactly("b", "a", "c");
    }
  }

  @Test
  void oneThatIsMissingIsNamedAndNotMade() throws IOException {
    String there = made("there");
    try (OpenedRuns runs = new OpenedRuns()) {
      assertThatThrownBy(() -> runs.open(List.of(there, temp.resolve("gone").toString())))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("There is no run directory")
          .hasMessageContaining("gone");
      assertThat(runs.all()).as("to be closed").hasSize(1);
    }
    assertThat(temp.resolve("gone")).doesNotExist();
  }

  @Test
  void aFileIsNoRunDirectory() throws IOException {
    Path file = Files.createFile(temp.resolve("file"));
    try (OpenedRuns runs = new OpenedRuns()) {
      assertThatThrownBy(() -> runs.open(List.of(file.toString())))
          .isInstanceOf(UsageException.class);
    }
  }
}
