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

  private void lived(String client, long from, long to) {
    group.began(client, from);
    group.stopped(new Event.ClientStopped(to, client, "done"));
  }

  /** A mix opens a new writer for each block, and a lost worker has a successor. */
  @Test
  void whoFollowsAnotherIsNoFurtherClient() {
    lived("walk-0", 0, 100);
    group.reported("walk-0", 0, 105); // the last interval is measured after the stop
    lived("walk-1", 100, 200);
    lived("walk-2", 200, 300);
    assertThat(group.clients()).isEqualTo(1);
    lived("walk-3", 150, 250);
    assertThat(group.clients()).isEqualTo(2);
    lived("walk-3", 260, 400);
    assertThat(group.clients()).as("one that was resumed is one").isEqualTo(2);
  }

  @Test
  void aClientWithoutAnEndLastsUntilItsLastReport() {
    group.began("walk.w0-0", 0);
    group.reported("walk.w0-0", 0, 10_000);
    group.began("walk.w0.2-0", 12_000);
    assertThat(group.clients()).as("its worker was lost").isEqualTo(1);
    group.began("walk.w1-0", 12_300);
    assertThat(group.clients()).as("neither has reported yet").isEqualTo(2);
    group.reported("walk.w0.2-0", 12_000, 20_000);
    group.reported("walk.w1-0", 12_300, 20_000);
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
