package catena.stats;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.run.Environment;
import org.junit.jupiter.api.Test;

class StatsActivityTest {
  /** Two hosts that sample into one directory have a journal each. */
  @Test
  void theJournalHasTheNameOfTheHost() {
    assertThat(new StatsActivity().description().journal())
        .isEqualTo("stats-" + Environment.hostName());
  }
}
