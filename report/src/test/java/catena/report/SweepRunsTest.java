// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.SweepFile;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepRunsTest {
  @TempDir private Path temp;

  private List<String> names() throws IOException {
    List<RunDirectory> opened = ReportCommand.open(temp.toString());
    List<String> names = opened.stream().map(RunDirectory::name).toList();
    for (RunDirectory each : opened) {
      each.close();
    }
    return names;
  }

  @Test
  void aRunStandsForItself() throws IOException {
    assertThat(names()).containsExactly(temp.getFileName().toString());
  }

  @Test
  void aSweepStandsForItsRunsThatWereBegun() throws IOException {
    try (RunDirectory sweep = RunDirectory.at(temp.toString(), new Configuration(false))) {
      new SweepFile(
              "x", List.of(row("row-001-n-1"), row("row-002-n-2"), row("row-003-never-begun")))
          .writeTo(sweep);
    }
    assertThat(names()).as("none was begun").containsExactly(temp.getFileName().toString());
    Files.createDirectory(temp.resolve("row-001-n-1"));
    Files.createDirectory(temp.resolve("row-002-n-2"));
    assertThat(names()).containsExactly("row-001-n-1", "row-002-n-2");
  }

  static SweepFile.SweepEntry row(String directory) {
    return new SweepFile.SweepEntry(1, "", Map.of(), directory, Optional.empty(), Optional.empty());
  }
}
