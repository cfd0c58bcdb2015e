// SPDX-License-Identifier: Apache-2.0
package catena.scenario.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import catena.records.history.RunPlan;
import catena.records.words.Document;
import catena.records.words.Item;
import catena.records.words.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SweepRowsTest {
  private static long seed;

  private static List<SweepRow> rows(List<String> given, String... lines) {
    Item root = Document.read("x.yaml", String.join("\n", lines));
    Map<String, Item.Field> top = root instanceof Item.Fields fields ? fields.all() : Map.of();
    return SweepRows.of("x.yaml", top, given, () -> seed);
  }

  private static List<SweepRow> rows(String... lines) {
    return rows(List.of(), lines);
  }

  private static List<String> values(List<SweepRow> rows, String name) {
    return rows.stream().map(row -> row.parameters().get(name)).toList();
  }

  @Test
  void aFileWithoutParametersHasOneRow() {
    List<SweepRow> rows = rows("name: x");
    assertThat(rows).singleElement().extracting(SweepRow::label).isEqualTo("");
    assertThat(rows.get(0).given()).isEmpty();
    assertThat(rows.get(0).parameters()).containsEntry("row", "1");
  }

  @Test
  void aParameterCalculatesWithThoseAboveIt() {
    List<SweepRow> rows = rows("parameters:", "  scale: 0.001", "  entries: ${1e9 * scale}");
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).given()).containsEntry("entries", "1000000").containsKey("scale");
    assertThatThrownBy(() -> rows("parameters:", "  entries: ${1e9 * scale}", "  scale: 0.001"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("x.yaml line 2: entries: ")
        .hasMessageContaining("there is no parameter scale");
  }

  private static SweepRow drawnWith(long given) {
    seed = given;
    return rows("parameters:", "  wal: ${draw(8M, 32M, 128M)}", "  idle: ${draw(1s, none)}").get(0);
  }

  @Test
  void whatIsDrawnFollowsFromTheSeedAndTheName() {
    assertThat(drawnWith(7)).isEqualTo(drawnWith(7));
    Set<String> values = new TreeSet<>();
    for (int i = 0; i < 50; i++) {
      SweepRow row = drawnWith(i);
      values.add(row.parameters().get("wal") + row.parameters().get("idle"));
      assertThat(row.drawnInWords())
          .isEqualTo(
              "wal=" + row.parameters().get("wal") + ", idle=" + row.parameters().get("idle"));
      assertThat(row.label()).isEmpty();
    }
    assertThat(values)
        .as("each value of one is met with each of the other")
        .containsExactly("128M1s", "128Mnone", "32M1s", "32Mnone", "8M1s", "8Mnone");
  }

  @Test
  void eachRowDrawsAnewAndIsLabelledWithWhatItDrew() {
    List<SweepRow> rows = rows("repeat: 40", "parameters:", "  wal: ${draw(8M, 32M)}");
    assertThat(new TreeSet<>(values(rows, "wal"))).containsExactly("32M", "8M");
    assertThat(rows.get(0).label()).startsWith("wal=" + rows.get(0).parameters().get("wal"));
    assertThat(rows(List.of("wal=64M"), "parameters:", "  wal: ${draw(8M, 32M)}").get(0).drawn())
        .as("given on the command line")
        .isEmpty();
  }

  @Test
  void aDrawWithoutAChoiceIsRefused() {
    assertThatThrownBy(() -> rows("parameters:", "  wal: ${draw(8M)}"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("x.yaml line 2: wal: ${draw(8M)}: there is nothing to choose");
    assertThatThrownBy(() -> rows("parameters:", "  wal: ${draw(1, 2) + draw(3, 4)}"))
        .as("which is no draw of '2) + draw(3'")
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("x.yaml line 2: wal: ${draw(1, 2) + draw(3, 4)}: ");
    assertThatThrownBy(() -> Expressions.resolve("${draw(1, 2)}", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("only the value of a parameter is drawn");
  }

  @Test
  void aListGivesARowEachAndListsEachCombination() {
    List<SweepRow> rows =
        rows("parameters:", "  clients: [1, 2]", "  size: [1M, 4M, 9M]", "  x: 5");
    assertThat(values(rows, "clients")).containsExactly("1", "1", "1", "2", "2", "2");
    assertThat(values(rows, "size")).containsExactly("1M", "4M", "9M", "1M", "4M", "9M");
    assertThat(rows.get(3).label()).isEqualTo("clients=2, size=1M");
    assertThat(rows).extracting(SweepRow::number).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void anEntryOfSweepIsARowOfValuesThatBelongTogether() {
    List<SweepRow> rows =
        rows(
            "sweep:",
            "  - {nodes: 300, servers: 287, tablets: 30}",
            "  - {nodes: 500, servers: 488, tablets: 30}",
            "parameters: {entries: '${2 * servers}'}");
    assertThat(values(rows, "entries")).containsExactly("574", "976");
    assertThat(rows.get(1).label()).isEqualTo("nodes=500");
    assertThat(rows.get(1).parameters()).containsEntry("row", "2");
  }

  @Test
  void entriesThatNoParameterAloneDistinguishesAreLabelledWithSeveral() {
    List<SweepRow> rows =
        rows(
            "sweep:", "  - {a: 1, b: 1, c: 0}", "  - {a: 1, b: 2, c: 0}", "  - {a: 2, b: 2, c: 0}");
    assertThat(rows)
        .extracting(SweepRow::label)
        .containsExactly("a=1, b=1", "a=1, b=2", "a=2, b=2");
  }

  @Test
  void repeatGivesEachRowSeveralTimesByTurns() {
    List<SweepRow> rows = rows("parameters: {a: [1, 2], times: 2}", "repeat: ${times}");
    assertThat(values(rows, "a")).containsExactly("1", "2", "1", "2");
    assertThat(values(rows, "repetition")).containsExactly("1", "1", "2", "2");
    assertThat(rows.get(3).label()).isEqualTo("a=2, repetition 2");
    assertThatThrownBy(() -> rows("repeat: often")).hasMessageContaining("line 1: repeat must be");
    assertThatThrownBy(() -> rows("repeat: 0")).hasMessageContaining("from 1 to 1000, not '0'");
  }

  /** What a report puts together is what one writes here and reads there. */
  @Test
  void repetitionsOfARowAreKnownByThePlansOfTheirRuns() {
    assertThat(repeated(rows("parameters: {a: [1, 2]}", "repeat: 2")))
        .containsExactly("a=1", "a=2", "a=1", "a=2");
    assertThat(repeated(rows("repeat: 2"))).as("the scenario's name").containsExactly("x", "x");
    assertThat(repeated(rows("parameters: {a: [1, repetition 2]}"))).containsExactly("", "");
    assertThat(repeated(rows("parameters: {a: 1}"))).containsExactly("");
  }

  private static List<String> repeated(List<SweepRow> rows) {
    return rows.stream()
        .map(
            row ->
                new RunPlan(
                    "x", Optional.empty(), row.number(), row.label(), row.given(), List.of()))
        .map(plan -> plan.repeated().orElse(""))
        .toList();
  }

  @Test
  void theCommandLineReplacesAValueAndMaySweepIt() {
    String[] file = {"parameters:", "  scale: 1", "  entries: ${10 * scale}"};
    assertThat(values(rows(List.of("scale=3"), file), "entries")).containsExactly("30");
    assertThat(values(rows(List.of("scale=[1, 2]"), file), "entries")).containsExactly("10", "20");
    assertThat(values(rows(List.of("entries=7"), file), "entries")).containsExactly("7");
    assertThat(values(rows(List.of("entries=,A,{B}: &C"), file), "entries"))
        .as("anything but a list is a text")
        .containsExactly(",A,{B}: &C");
    assertThat(values(rows(List.of("entries="), file), "entries")).containsExactly("");
    assertThatThrownBy(() -> rows(List.of("entries=[1, 2"), file))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--set entries is not YAML");
  }

  @Test
  void theCommandLineChoosesTheRowsOfASweep() {
    String[] file = {"sweep:", "  - {nodes: 300}", "  - {nodes: 500}", "  - {nodes: 1000}"};
    List<SweepRow> one = rows(List.of("nodes=500"), file);
    assertThat(values(one, "nodes")).containsExactly("500");
    assertThat(one.get(0).label()).isEmpty();
    assertThat(values(rows(List.of("nodes=[1000, 300]"), file), "nodes"))
        .containsExactly("300", "1000");
    assertThatThrownBy(() -> rows(List.of("nodes=400"), file))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no entry of sweep has it; they have 300, 500, 1000");
  }

  @Test
  void whatTheCommandLineMeansByMistakeIsNamed() {
    assertThatThrownBy(() -> rows(List.of("scal=1", "scale"), "parameters: {scale: 1, n: 2}"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no parameter scal; the nearest is scale")
        .hasMessageContaining("--set scale: write it as name=value");
    assertThatThrownBy(() -> rows(List.of("a=1"), "name: x"))
        .hasMessageContaining("x.yaml has no parameters");
  }

  @Test
  void allThatIsWrongIsReportedWithItsLine() {
    assertThatThrownBy(
            () ->
                rows(
                    "parameters:",
                    "  Scale: 1",
                    "  row: 2",
                    "  nodes: 1",
                    "sweep:",
                    "  - {nodes: 3, a: 1}",
                    "  - {nodes: 4}"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("x.yaml line 2: a parameter is a word of lower-case letters")
        .hasMessageContaining("x.yaml line 3: row counts by itself")
        .hasMessageContaining("x.yaml line 7: each entry of sweep names the same parameters")
        .hasMessageContaining("nodes is a parameter and in sweep");
    assertThatThrownBy(() -> rows("parameters:", "  a: {b: 1}"))
        .hasMessageContaining("line 2: a must be a value or a list of values");
    assertThatThrownBy(() -> rows("parameters: [a]")).hasMessageContaining("must be keys");
    assertThatThrownBy(() -> rows("sweep: {a: 1}")).hasMessageContaining("sweep must be a list");
  }

  @Test
  void anEntryWithoutAParameterIsRefusedThoughTheCommandLineChooses() {
    assertThatThrownBy(() -> rows(List.of("n=1"), "sweep:", "  - {n: 1}", "  - {m: 1}"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("x.yaml line 3: each entry of sweep names the same parameters, n");
  }

  @Test
  void thousandsOfRowsAreAMistake() {
    String many = "[" + "1, ".repeat(39) + "1]";
    assertThatThrownBy(() -> rows("parameters:", "  a: " + many, "  b: " + many))
        .hasMessageContaining("more than 1000 rows");
    String most = "[" + "1, ".repeat(999) + "1]";
    assertTimeout(
        Duration.ofSeconds(2),
        () ->
            assertThatThrownBy(() -> rows("repeat: 1000", "parameters:", "  a: " + most))
                .as("a million rows are refused before they are made")
                .hasMessageContaining("repeat makes more than 1000 rows"));
  }

  @Test
  void aTextIsReadAsItIsWritten() {
    Item read = Document.read("x", "a: 1_000\nb: 007\nc: yes\nd: 2:30\ne: 1e3\nf:\n");
    Map<String, Item.Field> all = ((Item.Fields) read).all();
    assertThat(all.get("a").value()).isEqualTo(new Item.Text("1000", 1));
    assertThat(all.get("b").value()).isEqualTo(new Item.Text("007", 2));
    assertThat(all.get("c").value()).isEqualTo(new Item.Text("true", 3));
    assertThat(all.get("d").value()).isEqualTo(new Item.Text("2:30", 4));
    assertThat(all.get("e").value()).isEqualTo(new Item.Text("1e3", 5));
    assertThat(all.get("f").value()).isInstanceOf(Item.Nothing.class);
  }

  @Test
  void aKeyThatStandsTwiceIsRefusedAndSoIsWhatHoldsItself() {
    assertThatThrownBy(() -> Document.read("x", "a: 1\nb: 2\na: 3"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("x line 3: a stands there a second time, after line 1");
    assertThatThrownBy(() -> Document.read("x", "a: &b [*b]"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("levels");
  }
}
