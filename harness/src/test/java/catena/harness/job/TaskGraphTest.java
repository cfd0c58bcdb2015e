// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.graph.Specs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class TaskGraphTest {
  private static GraphSpec spec(List<String> visibilities) {
    return Specs.of(
        GraphSpec.VERSION,
        5,
        0,
        Long.MAX_VALUE,
        10,
        3,
        100,
        100,
        visibilities,
        GraphSpec.VisibilityScope.NODE,
        true,
        Payload.NONE,
        0.25,
        16);
  }

  /** As a task has it: written as a file, and read. */
  private static Configuration sent(Configuration conf) throws Exception {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    conf.writeXml(file);
    Configuration read = new Configuration(false);
    read.addResource(new ByteArrayInputStream(file.toByteArray()));
    return read;
  }

  @Test
  void aTaskHasTheGraphThatTheJobWasGiven() throws Exception {
    for (GraphSpec spec : List.of(spec(List.of("")), spec(List.of("a", "b&c")))) {
      Configuration conf = new Configuration(false);
      TaskGraph.write(conf, "catena.graph.", spec);
      conf.set("other.key", "=x");
      assertThat(TaskGraph.read(sent(conf), "catena.graph.")).isEqualTo(spec);
    }
    assertThatThrownBy(() -> TaskGraph.read(new Configuration(false), "catena.graph."))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void textsStayAsTheyAreAlsoEmptyOnesAndVariables() throws Exception {
    Configuration conf = new Configuration(false);
    Map<String, String> texts = Map.of("empty", "", "variable", "${user.name}", "plain", "=a=b");
    texts.forEach((key, value) -> TaskGraph.set(conf, "t." + key, value));
    Configuration read = sent(conf);
    assertThat(TaskGraph.all(read, "t.")).isEqualTo(texts);
    assertThat(TaskGraph.get(read, "t.plain")).isEqualTo("=a=b");
    assertThat(TaskGraph.all(read, "u.")).isEmpty();
  }
}
