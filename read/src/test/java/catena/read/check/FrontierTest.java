// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Position;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
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
    String before = of(Map.of(0, Progress.settled(AT), 1, Progress.settled(AT)));
    assertThat(of(Map.of(1, Progress.settled(AT), 0, Progress.settled(AT)))).isEqualTo(before);
    assertThat(of(Map.of(0, Progress.settled(AT), 1, new Progress(AT, LATER))))
        .isNotEqualTo(before);
    assertThat(of(Map.of(0, Progress.settled(AT), 1, Progress.settled(LATER))))
        .isNotEqualTo(before);
    assertThat(of(Map.of(0, Progress.settled(AT)))).isNotEqualTo(before);
  }

  /** Copies that an earlier version has made go on to be those of their tables. */
  @Test
  void thatVersionsMayTieComesToTheTasksAndChangesNoFingerprint() {
    Map<Integer, Progress> writers = Map.of(3, new Progress(AT, LATER));
    for (boolean every : new boolean[] {false, true}) {
      Promise tied = new Promise(writers, every, true);
      assertThat(Frontier.ofText(Frontier.toText(tied))).isEqualTo(tied);
      assertThat(Frontier.fingerprint(tied))
          .isEqualTo(Frontier.fingerprint(new Promise(writers, every)));
      assertThat(tied.until(Promise.NONE).mayTie()).isTrue();
      assertThat(Promise.NONE.until(tied).mayTie()).isTrue();
    }
  }
}
