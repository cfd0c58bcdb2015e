package catena.graph.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import catena.graph.Position;
import catena.graph.judge.Spans.Span;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
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
  void tellHowManyTimesEachWriteWasSent() {
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

  @Test
  void areNeverMoreThanTheLimitAndHoldWhatTheyHeld() {
    Spans spans = Spans.NONE;
    for (int i = 0; i < Spans.MOST + 5; i++) {
      spans = spans.with(span(10L * i, 10L * i + 1));
    }
    assertThat(spans.all()).hasSize(Spans.MOST);
    assertThat(spans.all().get(0)).isEqualTo(span(0, 51));
    for (int i = 0; i < Spans.MOST + 5; i++) {
      assertThat(spans.hold(at(10L * i))).isTrue();
    }
    assertThat(spans.hold(at(10L * (Spans.MOST + 4) + 1))).isFalse();
  }

  @Test
  void refuseWhatIsEmptyOrOutOfOrder() {
    assertThatIllegalArgumentException().isThrownBy(() -> span(3, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Spans(List.of(span(3, 4), span(4, 5))));
  }
}
