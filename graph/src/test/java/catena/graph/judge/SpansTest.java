// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import catena.graph.Position;
import catena.graph.judge.Spans.Span;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SpansTest {
  private static Position at(long index) {
    return new Position(0, 0, index);
  }

  private static Span span(long from, long to) {
    return new Span(at(from), at(to));
  }

  @Test
  void aStretchIsTakenOut() {
    Spans spans = Spans.NONE.with(span(2, 8)).with(span(10, 12));
    assertThat(spans.without(at(4), at(6)).all())
        .containsExactly(span(2, 4), span(6, 8), span(10, 12));
    assertThat(spans.without(at(0), at(11)).all()).containsExactly(span(11, 12));
    assertThat(spans.without(at(8), at(10))).isEqualTo(spans);
    assertThat(spans.without(at(0), at(20))).isEqualTo(Spans.NONE);
  }

  @Test
  void holdExactlyWhatWasAddedInWhateverOrder() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 300; round++) {
      Spans spans = Spans.NONE;
      BitSet model = new BitSet();
      for (int i = 0; i < 12; i++) {
        int from = random.nextInt(60);
        int to = from + 1 + random.nextInt(6);
        spans = spans.with(span(from, to));
        model.set(from, to);
      }
      for (int i = 0; i < 70; i++) {
        assertThat(spans.hold(at(i))).as("%s at %d", spans, i).isEqualTo(model.get(i));
      }
    }
  }

  @Test
  void thoseThatTouchAreOne() {
    assertThat(Spans.NONE.with(span(2, 4)).with(span(6, 8)).with(span(4, 6)).all())
        .containsExactly(span(2, 8));
    assertThat(Spans.NONE.with(new Span(at(2), at(4), 1)).with(new Span(at(2), at(5), 1)).all())
        .containsExactly(new Span(at(2), at(5), 1));
  }

  @Test
  void countHowManyTimesEachWriteWasSent() {
    SplittableRandom random = new SplittableRandom(8);
    for (int round = 0; round < 300; round++) {
      Spans spans = Spans.NONE;
      int[] times = new int[70];
      java.util.Arrays.fill(times, 1);
      for (int i = 0; i < 12; i++) {
        int from = random.nextInt(60);
        int to = from + 1 + random.nextInt(9);
        spans = spans.with(span(from, to));
        for (int at = from; at < to; at++) {
          times[at]++;
        }
      }
      for (int i = 0; i < times.length; i++) {
        assertThat(spans.times(at(i))).as("%s at %d", spans, i).isEqualTo(times[i]);
      }
    }
  }

  /** As many as there may be, each of one write, ten apart. */
  private static Spans full() {
    return new Spans(
        LongStream.range(0, Spans.MOST).mapToObj(i -> span(10 * i, 10 * i + 1)).toList());
  }

  @Test
  void areKeptApartUpToTheLimit() {
    Spans full = full();
    assertThat(full.all()).hasSize(Spans.MOST);
    for (long i = 0; i < Spans.MOST; i += 97) {
      assertThat(full.times(at(10 * i))).isEqualTo(2);
      assertThat(full.hold(at(10 * i + 1))).isFalse();
      assertThat(full.mergedUpTo(at(10 * i))).isEmpty();
    }
  }

  @Test
  void beyondTheLimitTheEarliestAreOneOfWhichNothingIsSaid() {
    Spans spans = full();
    long end = 10L * Spans.MOST;
    for (long i = 0; i < 5; i++) {
      spans = spans.with(span(end + 10 * i, end + 10 * i + 1));
    }
    assertThat(spans.all()).hasSize(Spans.MOST);
    assertThat(spans.all().get(0)).isEqualTo(new Span(at(0), at(51), Spans.MERGED));
    for (long i = 0; i < 51; i++) {
      assertThat(spans.hold(at(i))).isTrue();
      assertThat(spans.times(at(i))).isEqualTo(Spans.MERGED);
      assertThat(spans.mergedUpTo(at(i))).contains(at(51));
    }
    assertThat(spans.hold(at(51))).isFalse();
    assertThat(spans.times(at(51))).isEqualTo(1);
    assertThat(spans.times(at(60))).isEqualTo(2);
    assertThat(spans.mergedUpTo(at(60))).isEmpty();
    assertThat(spans.times(at(end + 40))).isEqualTo(2);
    assertThat(new Spans(spans.all())).isEqualTo(spans).hasSameHashCodeAs(spans);
  }

  @Test
  void whatIsMergedStaysSoWhateverIsAdded() {
    Spans merged = new Spans(List.of(new Span(at(10), at(20), Spans.MERGED)));
    Spans more = merged.with(span(15, 25));
    assertThat(more.all()).containsExactly(new Span(at(10), at(20), Spans.MERGED), span(20, 25));
    assertThat(merged.with(new Span(at(5), at(15), Spans.MERGED)).all())
        .containsExactly(new Span(at(5), at(20), Spans.MERGED));
    assertThat(merged.without(at(12), at(14)).all())
        .containsExactly(
            new Span(at(10), at(12), Spans.MERGED), new Span(at(14), at(20), Spans.MERGED));
  }

  /** A merged stretch that touches the next merged one is one with it. */
  @Test
  void mergedStretchesThatTouchAreOne() {
    List<Span> all = new ArrayList<>(full().all());
    all.set(2, new Span(at(11), at(21), Spans.MERGED));
    Spans spans = new Spans(all).with(span(10L * Spans.MOST, 10L * Spans.MOST + 1));
    assertThat(spans.all()).hasSize(Spans.MOST - 1);
    assertThat(spans.all().get(0)).isEqualTo(new Span(at(0), at(21), Spans.MERGED));
    assertThat(spans.all().get(1)).isEqualTo(span(30, 31));
  }

  @Test
  void refuseWhatIsEmptyOrOutOfOrder() {
    assertThatIllegalArgumentException().isThrownBy(() -> span(3, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Spans(List.of(span(3, 4), span(4, 5))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Spans(List.of(span(3, 5), span(4, 6))));
    assertThatIllegalArgumentException().isThrownBy(() -> new Span(at(1), at(2), -1));
  }
}
