// SPDX-License-Identifier: Apache-2.0
package catena.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.activity.Effect;
import catena.harness.activity.PartRig;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import com.google.common.util.concurrent.Uninterruptibles;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.apache.accumulo.core.client.AccumuloException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be found out about the tablets is a doubt, and never silence. */
class QuiesceActivityTest {
  @TempDir private Path temp;

  private PartOutcome quiesce(PartRig rig, Throwable failure) throws Exception {
    rig.instance.fails("locate", failure);
    return rig.perform(new QuiesceActivity(), "table.name", "t", "quiesce.limit", "7s");
  }

  @Test
  void whatFailsIsReportedUnlessAStopWasAskedFor() throws Exception {
    try (PartRig rig = new PartRig(temp)) {
      PartOutcome failed = quiesce(rig, new AccumuloException("planted"));
      assertThat(failed.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(failed.reasons()).singleElement().asString().contains("planted");
      rig.stop.ask("Ctrl-C");
      assertThat(quiesce(rig, new AccumuloException("planted")).reasons())
          .containsExactly("Ctrl-C");
    }
  }

  /** Accumulo's client tries for as long as a tablet is hosted nowhere. */
  @Test
  @Timeout(60)
  void aStopEndsTheWait() throws Exception {
    try (PartRig rig = new PartRig(temp)) {
      CountDownLatch never = new CountDownLatch(1);
      rig.instance.before(
          "locate",
          any -> {
            rig.stop.ask("Ctrl-C");
            Uninterruptibles.awaitUninterruptibly(never);
          });
      PartOutcome outcome =
          rig.perform(new QuiesceActivity(), "table.name", "t", "quiesce.limit", "1h");
      never.countDown();
      assertThat(outcome.reasons()).containsExactly("Ctrl-C");
    }
  }

  @Test
  void itOnlyWatches() {
    assertThat(new QuiesceActivity().description().effect()).isEqualTo(Effect.WATCHES);
    assertThat(new QuiesceActivity().name()).isEqualTo("quiesce");
  }
}
