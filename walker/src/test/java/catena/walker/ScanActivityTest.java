// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.graph.Specs;
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

  private static Optional<GraphSpec> graph(int families, int columns, boolean checksum) {
    return Optional.of(
        Specs.of(
                GraphSpec.VERSION,
                1,
                0,
                Long.MAX_VALUE,
                10,
                1,
                families,
                1,
                List.of(""),
                GraphSpec.VisibilityScope.BLOCK,
                checksum,
                Payload.NONE,
                0,
                1)
            .with("columns", Integer.toString(columns)));
  }

  private void fit(Optional<GraphSpec> graph, Map<String, String> given) throws Exception {
    Settings settings = Settings.resolve(scan.settings(), List.of(Layer.of("-o", given)));
    scan.fit(table(graph), settings);
  }

  private static Map<String, String> by(String kind, int cell) {
    return Map.of("scan.filter", "client", "scan.filter.by", kind, "scan.filter.cell", "" + cell);
  }

  @Test
  void aFilterNeedsAGraph() {
    Map<String, String> asked = Map.of("scan.filter", "client", "scan.filter.selectivity", "0.1");
    assertThatThrownBy(() -> fit(Optional.empty(), asked))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Table ci has no graph")
        .hasMessageContaining("scan.filter");
    assertThatCode(() -> fit(graph(9, 1, false), asked)).doesNotThrowAnyException();
    assertThatCode(() -> fit(Optional.empty(), Map.of())).doesNotThrowAnyException();
    assertThatThrownBy(() -> fit(graph(1, 1, true), Map.of("scan.filter", "both")))
        .hasMessageContaining("scan.filter=both is not allowed");
    assertThatThrownBy(() -> fit(graph(1, 1, true), Map.of("scan.filter.selectivity", "0")))
        .hasMessageContaining("scan.filter.selectivity=0 is not allowed");
  }

  @Test
  void aNamedCellMustHaveOneFamilyInAllRows() {
    assertThatCode(() -> fit(graph(1, 3, true), by("family", 2))).doesNotThrowAnyException();
    assertThatThrownBy(() -> fit(graph(1, 3, true), by("family", 3)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("scan.filter.by names cell 3 of each row")
        .hasMessageContaining("graph.max.cf=1");
    assertThatThrownBy(() -> fit(graph(9, 3, true), by("family", 2)))
        .hasMessageContaining("table ci has no such cell");
    Optional<GraphSpec> many = graph(9, 3, true).map(spec -> spec.with("payload", "fixed:2"));
    assertThatThrownBy(() -> fit(many, by("row-of-value", 0)))
        .hasMessageContaining("names cell 2 of each row");
    assertThatCode(() -> fit(many, by("value", 9))).doesNotThrowAnyException();
  }

  @Test
  void valuesAreComparedByTheirPayloadsWhichMustStay() {
    for (String kind : List.of("value", "row-of-value")) {
      assertThatCode(() -> fit(paid(2, true, "none"), by(kind, 2))).doesNotThrowAnyException();
      for (Optional<GraphSpec> unfit :
          List.of(
              graph(1, 3, true),
              paid(1, true, "none"),
              paid(2, false, "none"),
              paid(2, true, "1:uniform"),
              paid(2, true, "none").map(GraphSpec::overOthers))) {
        assertThatThrownBy(() -> fit(unfit, by(kind, 2)))
            .isInstanceOf(UsageException.class)
            .hasMessageContaining("scan.filter.by compares the end of the payload")
            .hasMessageContaining("no graph.updates");
      }
    }
    assertThatCode(() -> fit(graph(1, 3, false), by("row", 2))).doesNotThrowAnyException();
    assertThatCode(() -> fit(graph(1, 3, false), by("family", 2))).doesNotThrowAnyException();
  }

  private static Optional<GraphSpec> paid(int bytes, boolean checksum, String updates) {
    return graph(1, 3, checksum)
        .map(spec -> spec.with("payload", "fixed:" + bytes).with("updates", updates));
  }

  @Test
  void rowsInOrderAreInNoRandomRange() {
    GraphSpec ordered = graph(1, 1, false).orElseThrow().with("rows", "ordered");
    assertThatThrownBy(() -> fit(Optional.of(ordered), Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("which hold no rows in order (graph.rows=ordered)");
  }
}
