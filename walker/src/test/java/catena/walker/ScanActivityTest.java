// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.read.check.KnownWriters;
import catena.read.reader.ReadTarget;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.Test;

class ScanActivityTest {
  private final ScanActivity scan = new ScanActivity();

  private static ReadTarget table(Optional<GraphSpec> graph) {
    Authorizations user = Authorizations.EMPTY;
    return new ReadTarget(
        null,
        "i",
        "ci",
        "1",
        graph.map(Graph::new),
        user,
        List.of(user),
        ConsistencyLevel.IMMEDIATE,
        KnownWriters.NONE,
        false,
        false);
  }

  private static Optional<GraphSpec> graph(int qualifiers) {
    return Optional.of(
        new GraphSpec(
            GraphSpec.VERSION,
            1,
            0,
            Long.MAX_VALUE,
            10,
            1,
            1,
            qualifiers,
            List.of(""),
            GraphSpec.VisibilityScope.BLOCK,
            true,
            Payload.NONE,
            0,
            1));
  }

  private void fit(Optional<GraphSpec> graph, Map<String, String> given) {
    Settings settings = Settings.resolve(scan.settings(), List.of(Layer.of("-o", given)));
    scan.fit(table(graph), settings);
  }

  @Test
  void aFilterNeedsAGraphAndAQualifierForItsShare() {
    Map<String, String> asked = Map.of("scan.filter", "client", "scan.filter.selectivity", "0.1");
    assertThatThrownBy(() -> fit(Optional.empty(), asked))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Table ci has no graph")
        .hasMessageContaining("scan.filter");
    assertThatThrownBy(() -> fit(graph(5), asked))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("5 qualifiers (graph.max.cq)")
        .hasMessageContaining("0.2 or more");
    assertThatCode(() -> fit(graph(10), asked)).doesNotThrowAnyException();
    assertThatCode(() -> fit(Optional.empty(), Map.of())).doesNotThrowAnyException();
    assertThatThrownBy(() -> fit(graph(10), Map.of("scan.filter", "both")))
        .hasMessageContaining("scan.filter=both is not allowed");
    assertThatThrownBy(() -> fit(graph(10), Map.of("scan.filter.selectivity", "0")))
        .hasMessageContaining("scan.filter.selectivity=0 is not allowed");
  }
}
