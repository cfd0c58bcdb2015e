package catena.verify;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Position;
import catena.graph.Promise;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SilentWritersTest {
  private static final Promise OF_0_AND_2 =
      new Promise(
          Map.of(
              0, Promise.Progress.settled(Position.ORIGIN),
              2, Promise.Progress.settled(Position.ORIGIN)));

  @Test
  void writersWithoutALedgerAreNamed() {
    assertThat(SilentWriters.doubt(5, OF_0_AND_2))
        .hasValueSatisfying(doubt -> assertThat(doubt).contains("[1, 3, 4]"));
    assertThat(SilentWriters.doubt(50, OF_0_AND_2))
        .hasValueSatisfying(doubt -> assertThat(doubt).contains("38 more"));
  }

  @Test
  void whereEveryWriterHasALedgerThereIsNoDoubt() {
    assertThat(SilentWriters.doubt(0, Promise.NONE)).isEmpty();
    assertThat(SilentWriters.doubt(1, OF_0_AND_2)).isEmpty();
  }
}
