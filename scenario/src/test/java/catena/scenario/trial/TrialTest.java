// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CheckForm;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.Description;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.PartRig;
import catena.harness.activity.Work;
import catena.read.plant.Faults;
import catena.read.plant.ScratchTable;
import catena.records.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialTest {
  @TempDir private Path temp;

  /** Is interrupted before it has begun, as where the run is asked to stop. */
  private static final class Interrupted implements Activity {
    @Override
    public Description description() {
      return Description.of("interrupted", "never begin", List.of(TableName.SETTING));
    }

    @Override
    public Work prepare(PartEnvironment site, Settings own) throws InterruptedException {
      throw new InterruptedException("planted");
    }
  }

  @Test
  void anInterruptBeforeItBeginsIsNoOutcome() throws Exception {
    CheckForm form = CheckForm.of("interrupted", Way.READING, Map.of());
    Check check = new Check(form, new Interrupted(), Map.of(), false);
    try (PartRig rig = new PartRig(temp);
        ScratchTable table =
            new ScratchTable(
                rig.instance.connection(),
                "s",
                Faults.graph(5, 2, 1, List.of("")),
                Map.of(),
                false);
        Trial trial = new Trial(rig.context("rig"), "one", check, table, List.of(), Set.of())) {
      assertThatThrownBy(() -> trial.perform(rig.stop, Duration.ofMinutes(1)))
          .isInstanceOf(InterruptedException.class);
    }
  }
}
