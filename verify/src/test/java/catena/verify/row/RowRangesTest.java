// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.function.RowLaw;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

class RowRangesTest {
  private static List<Text> splits(String... rows) {
    List<Text> splits = new ArrayList<>();
    for (String row : rows) {
      splits.add(new Text(row));
    }
    return splits;
  }

  /** Whether ranges follow one another without gap or overlap, and together are the whole. */
  private static void coverAll(List<RowRange> ranges) {
    assertThat(ranges.get(0).from()).isEmpty();
    assertThat(ranges.get(ranges.size() - 1).to()).isEmpty();
    for (int i = 1; i < ranges.size(); i++) {
      assertThat(ranges.get(i).from()).isEqualTo(ranges.get(i - 1).to());
      assertThat(ranges.get(i).firstNumber()).isEqualTo(ranges.get(i - 1).endNumber());
    }
  }

  @Test
  void rowsAreAskedForByTheirNumbers() {
    assertThat(RowRange.parse("")).isEqualTo(RowRange.ALL);
    assertThat(RowRange.parse("5:9")).isEqualTo(RowRange.ofNumbers(5, 9));
    assertThat(RowRange.parse(":9").from()).isEmpty();
    assertThat(RowRange.parse(":9").endNumber()).isEqualTo(9);
    assertThat(RowRange.parse("5:").firstNumber()).isEqualTo(5);
    assertThat(RowRange.parse("5:").to()).isEmpty();
    for (String wrong : List.of("5", "9:5", "5:5", "a:b", "-5:9", "1:2:3")) {
      assertThatThrownBy(() -> RowRange.parse(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aTabletHasItsEndRow() {
    List<RowRange> ranges =
        RowRanges.ofTablets(
            splits("4000000000000000"), RowRange.ALL, 1, 100, RowRanges.Pieces.EVEN);

    coverAll(ranges);
    assertThat(ranges).hasSize(2);
    assertThat(ranges.get(0).endNumber()).isEqualTo(0x4000000000000001L);
  }

  @Test
  void fewTabletsAreCutAndManyAreJoined() {
    List<RowRange> cut =
        RowRanges.ofTablets(splits("2", "4"), RowRange.ALL, 12, 100, RowRanges.Pieces.EVEN);
    List<RowRange> joined =
        RowRanges.ofTablets(
            splits("1", "2", "3", "4", "5", "6"), RowRange.ALL, 12, 3, RowRanges.Pieces.EVEN);

    coverAll(cut);
    coverAll(joined);
    assertThat(cut).hasSize(12);
    assertThat(joined).hasSize(3);
  }

  /** A tablet is cut where its nodes are, and not at even distances. */
  @Test
  void piecesOfATabletHaveAsManyNodesAsOneAnother() {
    for (RowLaw law : List.of(new RowLaw(1, false), RowLaw.ORDERED)) {
      Graph graph = new Graph(GraphSpec.ofSeed(1).with("rows", law.text()));
      RowRanges.Pieces where = RowRanges.Pieces.of(graph, 3);
      List<RowRange> whole = RowRanges.ofTablets(List.of(), RowRange.ALL, 10, 100, where);
      coverAll(whole);
      assertThat(whole).hasSize(10);
      for (int i = 0; i < 10; i++) {
        assertThat(graph.partBefore(whole.get(i).endNumber(), 3))
            .isCloseTo((i + 1) / 10.0, within(1e-6));
      }
      Text split = RowRange.row(graph.rowAt(0.5, 3));
      List<RowRange> halves = RowRanges.ofTablets(List.of(split), RowRange.ALL, 4, 100, where);
      coverAll(halves);
      assertThat(graph.partBefore(halves.get(0).endNumber(), 3)).isCloseTo(0.25, within(1e-6));
    }
  }

  @Test
  void onlyTheRowsAskedForAreTaken() {
    RowRange within = RowRange.ofNumbers(0x2000000000000000L, 0x5000000000000000L);
    List<RowRange> ranges =
        RowRanges.ofTablets(splits("1", "3", "6"), within, 1, 100, RowRanges.Pieces.EVEN);

    assertThat(ranges).hasSize(2);
    assertThat(ranges.get(0).from()).isEqualTo(within.from());
    assertThat(ranges.get(1).to()).isEqualTo(within.to());
  }

  @Test
  void anAccumuloRangeAndBackIsTheSame() {
    RowRange some = RowRange.ofNumbers(5, 77);

    assertThat(RowRange.of(some.toRange())).isEqualTo(some);
    assertThat(RowRange.of(RowRange.ALL.toRange())).isEqualTo(RowRange.ALL);
    assertThat(some.firstNumber()).isEqualTo(5);
    assertThat(some.endNumber()).isEqualTo(77);
  }

  @Test
  void aRowThatIsNoNumberLiesBetweenTwoThatAre() {
    RowRange odd = new RowRange(Optional.of(new Text("12X")), Optional.of(new Text("zebra")));

    assertThat(odd.firstNumber()).isEqualTo(0x12a0000000000000L);
    assertThat(odd.endNumber()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aSampleIsWholeStrataAndItsFraction() {
    Graph graph = new Graph(GraphSpec.ofSeed(1));
    List<RowRange> ranges = RowRanges.ofSample(graph, RowRange.ALL, 0.01, 9, 8);
    long width = graph.stratumStart(1) - graph.stratumStart(0);
    long strata = 0;
    for (RowRange range : ranges) {
      assertThat(range.firstNumber() % width).isZero();
      strata += (range.endNumber() - range.firstNumber()) / width;
    }
    assertThat(ranges).hasSize(8);
    assertThat(strata).isEqualTo(10_000);
    assertThat(RowRanges.ofSample(graph, RowRange.ALL, 0.01, 9, 8)).isEqualTo(ranges);
    assertThat(RowRanges.ofSample(graph, RowRange.ALL, 1e-9, 9, 8)).hasSize(1);
    assertThat(RowRanges.ofSample(graph, RowRange.ofNumbers(5, 9), 0.5, 9, 8)).isEmpty();
  }

  /** Wherever the rows that are asked for begin and end, at, before or behind a stratum's first. */
  @Test
  void aSampleOfAllIsTheStrataThatLieWhollyInTheRowsAskedFor() {
    for (RowLaw law : List.of(RowLaw.EVEN, new RowLaw(1.5, false))) {
      Graph graph = new Graph(GraphSpec.fromProperties(rows(law)));
      int strata = graph.spec().flushInterval();
      List<Long> bounds = new ArrayList<>();
      for (int stratum = 0; stratum <= strata; stratum++) {
        for (int beside = -1; beside <= 1; beside++) {
          bounds.add(Math.max(0, graph.stratumStart(stratum) + beside));
        }
      }
      for (long from : bounds) {
        for (long to : bounds) {
          long first = 0;
          while (first <= strata && graph.stratumStart(first) < from) {
            first++;
          }
          long end = strata;
          while (end >= 0 && graph.stratumStart(end) > to) {
            end--;
          }
          List<RowRange> ranges = RowRanges.ofSample(graph, RowRange.ofNumbers(from, to), 1, 9, 1);
          assertThat(ranges)
              .as(from + " " + to)
              .isEqualTo(
                  first >= end
                      ? List.of()
                      : List.of(
                          RowRange.ofNumbers(graph.stratumStart(first), graph.stratumStart(end))));
        }
      }
    }
  }

  private static Map<String, String> rows(RowLaw law) {
    Map<String, String> properties = new TreeMap<>(GraphSpec.ofSeed(3).toProperties());
    properties.put("row.min", "1000");
    properties.put("row.max", "900000");
    properties.put("flush.interval", "7");
    properties.put("depth", "2");
    properties.put("writers", "4");
    properties.put("rows", law.text());
    return properties;
  }

  @Test
  void aSampleOfSomeRowsIsAFractionOfTheirStrata() {
    Graph graph = new Graph(spec(1000));
    long width = graph.stratumStart(1) - graph.stratumStart(0);
    RowRange within = RowRange.ofNumbers(graph.stratumStart(500), graph.stratumStart(600));
    List<RowRange> ranges = RowRanges.ofSample(graph, within, 0.2, 9, 4);
    assertThat(ranges)
        .hasSize(4)
        .allMatch(
            range ->
                range.firstNumber() >= within.firstNumber()
                    && range.endNumber() <= within.endNumber());
    assertThat(ranges.stream().mapToLong(range -> range.endNumber() - range.firstNumber()).sum())
        .isEqualTo(20 * width);
  }

  @Test
  void aSampleHasItsStrataWhateverTheirNumber() {
    for (int strata : new int[] {1, 2, 3, 7, 8, 13, 40, 1000}) {
      Graph graph = new Graph(spec(strata));
      for (double fraction : new double[] {1e-9, 0.1, 0.33, 0.5, 0.6, 0.85, 0.99, 1}) {
        for (int wanted : new int[] {1, 3, 5, 16}) {
          for (int seed = 0; seed < 3; seed++) {
            List<RowRange> ranges = RowRanges.ofSample(graph, RowRange.ALL, fraction, seed, wanted);
            long width = graph.stratumStart(1) - graph.stratumStart(0);
            long rows =
                ranges.stream().mapToLong(range -> range.endNumber() - range.firstNumber()).sum();

            assertThat(RowRanges.union(ranges)).isPresent();
            assertThat(rows).isEqualTo(width * Math.max(1, Math.round(strata * fraction)));
          }
        }
      }
    }
  }

  private static GraphSpec spec(int strata) {
    Map<String, String> properties = new TreeMap<>(GraphSpec.ofSeed(strata).toProperties());
    properties.put("flush.interval", Integer.toString(strata));
    return GraphSpec.fromProperties(properties);
  }
}
