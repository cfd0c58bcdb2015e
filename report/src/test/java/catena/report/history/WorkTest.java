// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.Span;
import org.junit.jupiter.api.Test;

class WorkTest {
  private final Work group = new Work("walk");

  @Test
  void aGroupThatOnlyReportsItselfIsOneClient() {
    group.reported("walk", 10, 20);
    assertThat(group.clients()).isEqualTo(1);
    group.reported("walk-0", 10, 20);
    group.reported("walk-1", 10, 20);
    assertThat(group.clients()).isEqualTo(2);
  }

  @Test
  void theWorkOfAPhaseEndsWhenTheLastClientStopped() {
    group.began("walk-0", 100);
    group.began("walk-1", 110);
    group.stopped("walk-1", 170);
    group.stopped("walk-0", 180);
    assertThat(group.hasBegin()).isTrue();
    assertThat(group.begunWithin(new Span(90, 200))).contains(new Span(100, 180));
    assertThat(group.begunWithin(new Span(200, 300))).as("of another phase").isEmpty();
  }

  @Test
  void whereAClientDidNotStopTheWorkLastsAsLongAsThePhase() {
    group.began("walk-0", 100);
    group.began("walk-1", 110);
    group.stopped("walk-1", 170);
    assertThat(group.begunWithin(new Span(90, 200))).contains(new Span(100, 200));
  }
}
