// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Settled;
import catena.graph.judge.Spans;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FrontierTest {
  private static final Position AT = new Position(1, 0, 0);
  private static final Position LATER = new Position(1, 1, 0);

  private static String of(Map<Integer, Progress> writers) {
    return Frontier.fingerprint(new Promise(writers));
  }

  @Test
  void aPromiseThatHasGrownHasAnotherFingerprint() {
    String before = of(Map.of(0, Settled.at(AT), 1, Settled.at(AT)));
    assertThat(of(Map.of(1, Settled.at(AT), 0, Settled.at(AT)))).isEqualTo(before);
    assertThat(of(Map.of(0, Settled.at(AT), 1, new Progress(AT, LATER)))).isNotEqualTo(before);
    assertThat(of(Map.of(0, Settled.at(AT), 1, Settled.at(LATER)))).isNotEqualTo(before);
    assertThat(of(Map.of(0, Settled.at(AT)))).isNotEqualTo(before);
  }

  /** Copies that an earlier version has made go on to be those of their tables. */
  @Test
  void thatVersionsMayTieComesToTheTasksAndChangesNoFingerprint() {
    Map<Integer, Progress> writers = Map.of(3, new Progress(AT, LATER));
    for (boolean every : new boolean[] {false, true}) {
      Promise tied = new Promise(writers, every, true);
      assertThat(Frontier.ofText(Frontier.toText(tied))).isEqualTo(tied);
      assertThat(Frontier.fingerprint(tied))
          .isEqualTo(Frontier.fingerprint(new Promise(writers, every, false)));
      assertThat(tied.until(Promise.NONE).mayTie()).isTrue();
      assertThat(Promise.NONE.until(tied).mayTie()).isTrue();
    }
  }

  /** Texts of earlier versions have no spans of imports, or none at all. */
  @Test
  void aTextHasAsManyPartsAsItsWriterNeeds() {
    Promise.Progress progress = new Progress(AT, LATER);
    assertThat(Frontier.ofText("3:1.0.0:1.1.0")).isEqualTo(new Promise(Map.of(3, progress)));
    Spans resent = Spans.NONE.with(new Spans.Span(AT, LATER, 2));
    assertThat(Frontier.ofText("3:1.0.0:1.1.0:1.0.0-1.1.0*2"))
        .isEqualTo(new Promise(Map.of(3, new Progress(AT, LATER, resent, Spans.NONE))));
    assertThat(Frontier.ofText("")).isEqualTo(Promise.NONE);
  }

  @Test
  void whatIsOpenEndedCountsForWhatItAcknowledged() {
    Graph graph = new Graph(GraphSpec.ofSeed(3));
    long end = graph.windowCapacity() / graph.spec().depth() + 1;
    Progress open = Frontier.openEnded(graph, AT, Spans.NONE);
    assertThat(open).isEqualTo(new Progress(AT, new Position(end, 0, 0)));
    assertThat(Frontier.isOpenEnded(graph, open)).isTrue();
    Progress before = new Progress(AT, new Position(end - 1, graph.spec().depth(), 0));
    assertThat(Frontier.isOpenEnded(graph, before)).isFalse();
    Position flush = new Position(0, 1, 1);
    Map<Integer, Long> population =
        Frontier.population(
            graph,
            new Promise(Map.of(1, new Progress(Position.ORIGIN, flush), 4, open, 6, before)));
    assertThat(population)
        .isEqualTo(
            Map.of(
                1, 2L,
                4, new WriteOrder(graph).windowsBegun(AT),
                6, graph.windowCapacity()));
  }
}
