// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphFileTest {
  @TempDir Path temporary;

  @Test
  void comesBackAsItWasWritten() throws Exception {
    try (RunDirectory directory = RunDirectory.at(temporary.toString())) {
      assertThat(GraphFile.read(directory)).isEmpty();
      GraphFile file = new GraphFile("ci", "2k", "instance", GraphSpec.ofSeed(5));
      file.writeTo(directory);
      assertThat(GraphFile.read(directory)).contains(file);
    }
  }

  @Test
  void saysWhichFileIsNoGraph() throws Exception {
    try (RunDirectory directory = RunDirectory.at(temporary.toString())) {
      byte[] junk = "{\"table\":\"ci\"}".getBytes(StandardCharsets.UTF_8);
      directory.writeAtomically(directory.graph(), junk, "junk");
      assertThatThrownBy(() -> GraphFile.read(directory))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("graph.json is no graph");
    }
  }
}
