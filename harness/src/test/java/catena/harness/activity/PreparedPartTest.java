// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreparedPartTest {
  @TempDir private Path temp;
  private final List<List<String>> seen = new ArrayList<>();
  private PartRig rig;

  /** Names a run, and says which ones it was given. */
  private class Naming implements Activity {
    @Override
    public Description description() {
      return Description.of("naming", "name a run", List.of());
    }

    @Override
    public Scope scope(Settings own) {
      return new Scope("", List.of(temp.resolve("named").toString()), true);
    }

    @Override
    public Work prepare(PartEnvironment site, Settings own) {
      seen.add(site.runs().stream().map(RunDirectory::name).toList());
      return run -> PartOutcome.fact(run.name() + " with " + run.site().runs().size());
    }
  }

  @BeforeEach
  void open() throws IOException {
    rig = new PartRig(temp.resolve("run"));
    Files.createDirectory(temp.resolve("other"));
    String other = temp.resolve("other").toString();
    rig.runs = List.of(RunDirectory.open(other, new Configuration(false)));
  }

  @Test
  void theRunsThatItsSettingsNameComeBehindThoseThatAreThere() throws Exception {
    Files.createDirectory(temp.resolve("named"));
    Activity naming = new Naming();
    PartOutcome outcome =
        PreparedPart.perform(naming, PartRig.settings(naming), rig.context("naming-2"));

    assertThat(seen).containsExactly(List.of("other", "named"));
    assertThat(outcome.facts()).containsExactly("naming-2 with 2");
    assertThat(rig.events())
        .as("so that what is found there can be traced by their record")
        .singleElement()
        .isInstanceOfSatisfying(
            Event.LedgersRead.class,
            read ->
                assertThat(read.runs())
                    .hasSize(2)
                    .allSatisfy(run -> assertThat(run).startsWith("file://" + temp)));
  }

  @Test
  void whereOnlyItsOwnLedgersAreReadNothingIsSaidOfOthers() throws Exception {
    Files.createDirectory(temp.resolve("named"));
    rig.runs = List.of();
    Activity naming =
        new Naming() {
          @Override
          public Scope scope(Settings own) {
            return new Scope("", List.of(temp.resolve("run").toString()), true);
          }
        };
    PartOutcome unused = PreparedPart.perform(naming, PartRig.settings(naming), rig.context("a"));

    assertThat(rig.events()).isEmpty();
  }

  @Test
  void whereARunThatIsNamedIsMissingNothingIsPrepared() {
    Activity naming = new Naming();
    assertThatThrownBy(() -> PreparedPart.of(naming, PartRig.settings(naming), rig.site()).close())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("There is no run directory");
    assertThat(seen).isEmpty();
    assertThat(temp.resolve("named")).as("it is not made").doesNotExist();
  }

  @Test
  void aFileIsNoRun() throws IOException {
    Files.createFile(temp.resolve("named"));
    Activity naming = new Naming();
    assertThatThrownBy(() -> PreparedPart.of(naming, PartRig.settings(naming), rig.site()).close())
        .isInstanceOf(UsageException.class);
  }
}
