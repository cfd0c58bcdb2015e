// SPDX-License-Identifier: Apache-2.0
package catena.records.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.run.RunDirectory;
import catena.records.settings.LineFile;
import catena.records.words.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFilesTest {
  @TempDir private Path temp;

  @AfterEach
  void readTheFilesThemselves() {
    LineFile.copies(named -> Optional.empty());
  }

  private static List<String> lines(Path file) {
    return LineFile.read("walk.rows.file", file.toString()).stream()
        .map(LineFile.SourceLine::text)
        .toList();
  }

  @Test
  void anotherHostReadsTheCopiesOfTheCoordinator() throws Exception {
    Path one = Files.writeString(Files.createDirectory(temp.resolve("a")).resolve("x"), "1\n2\n");
    Path other = Files.writeString(Files.createDirectory(temp.resolve("b")).resolve("x"), "3\n");
    Path missing = temp.resolve("missing");
    try (RunDirectory run =
        RunDirectory.at(temp.resolve("run").toString(), new Configuration(false))) {
      InputFiles.store(run, List.of(one.toString(), other.toString(), missing.toString()));
      Files.delete(one);
      Files.writeString(other, "another content on that host");

      InputFiles.use(run);

      assertThat(lines(one)).containsExactly("1", "2");
      assertThat(lines(other)).containsExactly("3");
      assertThatThrownBy(() -> lines(missing)).isInstanceOf(UsageException.class);
    }
  }
}
