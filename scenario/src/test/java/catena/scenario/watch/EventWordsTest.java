// SPDX-License-Identifier: Apache-2.0
package catena.scenario.watch;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.journal.Event;
import org.junit.jupiter.api.Test;

class EventWordsTest {
  private final WatchCompanion.EventWords words = new WatchCompanion.EventWords();

  private String of(String step) {
    return words
        .of(new Event.ServerAdded(1, "addservers", "tserver", "tserver-3@h:9997", step))
        .orElseThrow();
  }

  /** Whoever watches the run from another process is told each step of a server that is added. */
  @Test
  void theStepsOfAServerThatIsAddedAreTold() {
    assertThat(of("begun")).isEqualTo("adding tserver-3@h:9997");
    assertThat(of("registered")).isEqualTo("tserver-3@h:9997 is registered");
    assertThat(of("hosting")).isEqualTo("tserver-3@h:9997 hosts its first tablet");
    assertThat(of("balanced")).isEqualTo("the tablets are balanced with tserver-3@h:9997");
    assertThat(of("of a later version")).isEqualTo("tserver-3@h:9997: of a later version");
  }

  @Test
  void mostEventsAreNotTold() {
    assertThat(words.of(new Event.Continued(1, "ingest-w0"))).isEmpty();
  }
}
