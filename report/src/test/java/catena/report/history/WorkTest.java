// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.Span;
import catena.records.journal.Event;
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
    group.stopped(new Event.ClientStopped(170, "walk-1", "done"));
    group.stopped(new Event.ClientStopped(180, "walk-0", "done"));
    assertThat(group.worked(new Span(90, 200))).contains(new Span(100, 180));
    assertThat(group.worked(new Span(200, 300))).as("of another phase").isEmpty();
  }

  @Test
  void whereAClientDidNotStopTheWorkLastsAsLongAsThePhase() {
    group.began("walk-0", 100);
    group.began("walk-1", 110);
    group.stopped(new Event.ClientStopped(170, "walk-1", "done"));
    assertThat(group.worked(new Span(90, 200))).contains(new Span(100, 200));
  }
}
