// SPDX-License-Identifier: Apache-2.0
package catena.ingest.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.graph.Links;
import catena.graph.Payload;
import catena.graph.Specs;
import catena.graph.Updates;
import catena.graph.function.RowLaw;
import catena.graph.function.Terms;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphSettingsTest {
  @TempDir Path temporary;

  static Settings settings(Map<String, String> given) {
    return Settings.resolve(GraphSettings.ALL, List.of(Layer.of("-o", given)));
  }

  @Test
  void defaultsAreThoseOfThePapersGraphWithSmallerWindows() {
    Settings paper = settings(Map.of("graph.flush.interval", "1000000"));
    assertThat(GraphSettings.fresh(paper, 7)).isEqualTo(GraphSpec.ofSeed(7));
    assertThat(GraphSettings.fresh(settings(Map.of()), 7).flushInterval()).isEqualTo(100_000);
  }

  @Test
  void updatesBelongToTheGraphAndDifferFromThoseOfAnother() {
    Settings asked = settings(Map.of("graph.updates", "20:zipfian:0.99"));
    GraphSpec with = GraphSettings.fresh(asked, 7);
    assertThat(with.updates()).isEqualTo(Updates.parse("20:zipfian:0.99"));
    assertThat(GraphSettings.differences(asked, with)).isEmpty();
    assertThat(GraphSettings.differences(settings(Map.of()), with)).isEmpty();
    assertThat(GraphSettings.differences(asked, GraphSpec.ofSeed(7)))
        .containsExactly("graph.updates is none in the table, not 20:zipfian:0.99");
    assertThat(GraphSettings.differences(settings(Map.of("graph.updates", "none")), with))
        .containsExactly("graph.updates is 20:zipfian:0.99 in the table, not none");
    assertThatThrownBy(() -> settings(Map.of("graph.updates", "zipfian")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("graph.updates=zipfian is not allowed");
  }

  @Test
  void everySettingReachesTheGraph() throws Exception {
    Path file = temporary.resolve("visibilities");
    Files.writeString(file, "# labels\n\nA|B\n\"\"\nA&(B|C)\n");
    Settings settings =
        settings(
            Map.ofEntries(
                Map.entry("graph.row.min", "16"),
                Map.entry("graph.row.max", "1000016"),
                Map.entry("graph.flush.interval", "100"),
                Map.entry("graph.depth", "4"),
                Map.entry("graph.max.cf", "5"),
                Map.entry("graph.max.cq", "6"),
                Map.entry("graph.visibilities.file", file.toString()),
                Map.entry("graph.visibility.scope", "node"),
                Map.entry("graph.checksum", "false"),
                Map.entry("graph.payload", "zipf:0:100:1.5"),
                Map.entry("graph.delete.probability", "0.25"),
                Map.entry("graph.seed", "-3")));
    assertThat(GraphSettings.fresh(settings, 7))
        .isEqualTo(
            Specs.of(
                GraphSpec.VERSION,
                -3,
                16,
                1000016,
                100,
                4,
                5,
                6,
                List.of("A|B", "", "A&(B|C)"),
                GraphSpec.VisibilityScope.NODE,
                false,
                Payload.zipf(0, 100, 1.5),
                0.25,
                GraphSpec.defaultWriters(16, 1000016, 100)));
    assertThat(settings.unread()).isEmpty();
  }

  @Test
  void namesEachSettingThatDiffersFromATablesGraphAndNoOther() {
    GraphSpec table = GraphSettings.fresh(settings(Map.of("graph.depth", "3")), 7);
    Map<String, String> same = Map.of("graph.depth", "3", "graph.seed", "7");
    assertThat(GraphSettings.differences(settings(Map.of()), table)).isEmpty();
    assertThat(GraphSettings.differences(settings(same), table)).isEmpty();
    Map<String, String> other =
        Map.of("graph.depth", "4", "graph.max.cf", "5", "graph.checksum", "true");
    assertThat(GraphSettings.differences(settings(other), table))
        .containsExactlyInAnyOrder(
            "graph.depth is 3 in the table, not 4", "graph.max.cf is 32767 in the table, not 5");
  }

  /** Even links are no property of the table, so that neither way may be overlooked. */
  @Test
  void linksOtherThanTheTablesAreReported() {
    GraphSpec even = GraphSpec.ofSeed(1);
    GraphSpec power = even.with("links", "power:0.99");
    Settings asksPower = settings(Map.of("graph.links", "power:0.99"));
    Settings asksEven = settings(Map.of("graph.links", "even"));
    assertThat(GraphSettings.fresh(asksPower, 1).links()).isEqualTo(new Links(0.99, false));
    assertThat(GraphSettings.differences(asksPower, even))
        .containsExactly("graph.links is even in the table, not power:0.99");
    assertThat(GraphSettings.differences(asksEven, power))
        .containsExactly("graph.links is power:0.99 in the table, not even");
    assertThat(GraphSettings.differences(settings(Map.of("graph.links", "power:2")), power))
        .containsExactly("graph.links is power:0.99 in the table, not power:2.0");
    assertThat(GraphSettings.differences(asksPower, power)).isEmpty();
    assertThat(GraphSettings.differences(settings(Map.of()), power)).isEmpty();
  }

  /** Neither are even rows. */
  @Test
  void rowsThatDifferAreNamed() {
    GraphSpec even = GraphSpec.ofSeed(1);
    GraphSpec ordered = GraphSettings.fresh(settings(Map.of("graph.rows", "ordered")), 1);
    assertThat(ordered.rows()).isEqualTo(RowLaw.ORDERED);
    assertThat(GraphSettings.differences(settings(Map.of("graph.rows", "power:1")), even))
        .containsExactly("graph.rows is even in the table, not power:1.0");
    assertThat(GraphSettings.differences(settings(Map.of("graph.rows", "even")), ordered))
        .containsExactly("graph.rows is ordered in the table, not even");
    refuses(Map.of("graph.rows", "power:0"), "graph.rows=power:0 is not allowed");
    refuses(
        Map.of("graph.rows", "power:3", "graph.row.max", "1000000", "graph.flush.interval", "1000"),
        "or the exponent of rows");
  }

  @Test
  void termsOfVisibilitiesBelongToTheGraph() {
    Map<String, String> given =
        Map.of(
            "graph.visibilities", "read|audit",
            "graph.visibility.scope", "unique",
            "graph.visibility.terms", "4");
    GraphSpec with = GraphSettings.fresh(settings(given), 7);
    assertThat(with.visibilityTerms()).isEqualTo(new Terms(4, 100));
    assertThat(with.visibilityScope()).isEqualTo(GraphSpec.VisibilityScope.UNIQUE);
    assertThat(GraphSettings.differences(settings(given), with)).isEmpty();
    assertThat(GraphSettings.differences(settings(Map.of()), with)).isEmpty();
    assertThat(GraphSettings.differences(settings(Map.of("graph.visibility.terms", "5")), with))
        .containsExactly("graph.visibility.terms is 4:100 in the table, not 5:100");
    assertThat(GraphSettings.differences(settings(Map.of("graph.visibility.terms", "4:200")), with))
        .containsExactly("graph.visibility.terms is 4:100 in the table, not 4:200");
    Map<String, String> labels = Map.of("graph.visibilities", "A");
    GraphSpec without = GraphSettings.fresh(settings(labels), 7);
    assertThat(without.visibilityTerms()).isEqualTo(Terms.NONE);
    assertThat(GraphSettings.differences(settings(Map.of("graph.visibility.terms", "2")), without))
        .containsExactly("graph.visibility.terms is 0 in the table, not 2:100");
    refuses(Map.of("graph.visibility.terms", "2"), "name what the user has in visibilities");
    refuses(Map.of("graph.visibility.scope", "unique"), "name what the user has in visibilities");
    refuses(
        Map.of(
            "graph.visibilities", "A",
            "graph.visibility.terms", "20:100"),
        "visibility.bytes must be at least 121 for 20 terms: 100");
  }

  @Test
  void refusesWhatDefinesNoGraphWithItsReason() {
    refuses(Map.of("graph.row.min", "5", "graph.row.max", "5"), "row.min must be less than");
    refuses(Map.of("graph.row.max", "1000"), "the range of rows is too small");
    refuses(Map.of("graph.flush.interval", "0"), "graph.flush.interval=0 is not allowed");
    refuses(Map.of("graph.depth", "0"), "graph.depth=0 is not allowed");
    refuses(Map.of("graph.delete.probability", "2"), "graph.delete.probability=2 is not allowed");
    refuses(Map.of("graph.payload", "fixed:-1"), "graph.payload=fixed:-1 is not allowed");
    refuses(Map.of("graph.links", "power:9"), "graph.links=power:9 is not allowed");
    refuses(Map.of("graph.visibilities", "A,B&"), "graph.visibilities=A,B& is not allowed");
    refuses(Map.of("graph.visibilities.file", "/no/such/file"), "no such file");
    refuses(Map.of("graph.dept", "3"), "the nearest is graph.depth");
  }

  @Test
  void namesEveryBadLineOfAFile() throws Exception {
    Path file = temporary.resolve("bad");
    Files.writeString(file, "A\nB&\n(\n");
    assertThatThrownBy(
            () ->
                GraphSettings.fresh(
                    settings(Map.of("graph.visibilities.file", file.toString())), 1))
        .hasMessageContaining("line 2")
        .hasMessageContaining("line 3");
  }

  private static void refuses(Map<String, String> given, String why) {
    assertThatThrownBy(() -> GraphSettings.fresh(settings(given), 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why);
  }

  @Test
  void theEmptyExpressionMayStandInAList() {
    Map<String, String> given = Map.of("graph.visibilities", "A, ,B&C");
    assertThat(GraphSettings.fresh(settings(given), 1).visibilities())
        .containsExactly("A", "", "B&C");
  }

  @Test
  void labelsAreThoseThatShowEverything() {
    assertThat(VisibilityList.labels(List.of("", "A&(B|\"c d\")", "B")))
        .containsExactly("A", "B", "c d");
  }

  @Test
  void thePapersVisibilitiesAreShipped() {
    Map<String, String> given =
        Map.of("graph.visibilities.file", "../conf/security/visibilities.txt");
    List<String> shipped = GraphSettings.fresh(settings(given), 1).visibilities();
    assertThat(shipped).hasSize(19).doesNotHaveDuplicates().contains("A", "A&B&E", "A|B|E");
  }

  @Test
  void whatCannotBeDoneToRowsOfSeveralCellsIsRefusedInASentence() {
    GraphSpec wide = GraphSpec.ofSeed(1).with("columns", "3");
    IngestTarget.requireOneCell(GraphSpec.ofSeed(1), "copied (moru)");
    assertThatThrownBy(() -> IngestTarget.checkImported(wide))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "A graph whose rows have several cells (graph.columns=3) is not loaded by files (bulk,"
                + " ingest.bulk): leave one of the two out");
    assertThatThrownBy(() -> IngestTarget.requireOneCell(wide, "copied (moru)"))
        .hasMessageContaining("is not copied (moru): leave");
  }
}
