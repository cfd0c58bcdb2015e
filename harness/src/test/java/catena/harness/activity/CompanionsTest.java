// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.fixture.NoCluster;
import catena.records.run.RunDirectory;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompanionsTest {
  private static final Setting<Integer> SHARED =
      Setting.ofInt("fake.shared", 1, 1, 9, "what several read");

  @TempDir private Path temp;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<String> happened = new ArrayList<>();

  /** What is thrown at some point, such as "one closes". */
  private final Map<String, Throwable> planted = new HashMap<>();

  private final Settings settings = Settings.resolve(List.of(SHARED), List.of());
  private final Companions two = new Companions(List.of(new Fake("one"), new Fake("two")));
  private RunContext run;
  private final List<String> held = new ArrayList<>();
  private boolean done;

  /** A companion that records what happens to it, and throws what is planted. */
  private final class Fake implements Companion {
    private final String name;

    Fake(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public List<Setting<?>> settings() {
      return List.of(SHARED);
    }

    @Override
    public Attendance attend(RunContext of, Settings whole) throws Exception {
      happens(name + " begins");
      return new Attendance() {
        @Override
        public PartOutcome outcome() {
          if (planted.get(name + " says") instanceof RuntimeException thrown) {
            throw thrown;
          }
          return PartOutcome.fact(name + " attended");
        }

        @Override
        public void holdBy(Consumer<String> each) {
          each.accept(name + " doubts");
        }

        @Override
        public void close() throws IOException {
          try {
            happens(name + " closes");
          } catch (IOException | RuntimeException e) {
            throw e;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        }
      };
    }

    @Override
    public PartOutcome after(RunContext of, Settings whole) throws Exception {
      happens(name + " is after");
      return PartOutcome.fact(name + " was after");
    }

    @Override
    public void concluded(RunContext of) throws Exception {
      happens(name + " concludes");
    }
  }

  private void happens(String what) throws Exception {
    happened.add(what);
    Throwable thrown = planted.get(what);
    if (thrown instanceof Error error) {
      throw error;
    } else if (thrown != null) {
      throw (Exception) thrown;
    }
  }

  @BeforeEach
  void context() {
    RunDirectory directory = RunDirectory.at(temp.toString(), new Configuration(false));
    PartEnvironment site = NoCluster.site(out);
    run = new RunContext("test", site, directory, null, Optional.empty(), new StopSignal());
  }

  private List<PartOutcome> accompany(Companions companions) throws Exception {
    return companions.accompany(
        run,
        settings,
        beside -> {
          beside.forEach(each -> each.holdBy(held::add));
          happens("parts");
          done = true;
          happens("parts go on");
        },
        () -> done,
        "The parts were not completed");
  }

  private static List<String> facts(List<PartOutcome> outcomes) {
    return outcomes.stream().flatMap(each -> each.facts().stream()).toList();
  }

  @Test
  void allAttendUntilThePartsAreOverAndEndInReverse() throws Exception {
    List<PartOutcome> outcomes = accompany(two);
    assertThat(held).containsExactly("one doubts", "two doubts");

    assertThat(happened)
        .containsExactly(
            "one begins", "two begins", "parts", "parts go on", "two closes", "one closes");
    assertThat(facts(outcomes)).containsExactlyInAnyOrder("one attended", "two attended");
    assertThat(outcomes).extracting(PartOutcome::verdict).containsOnly(Verdict.PASS);
  }

  @Test
  void whatGoesWrongBeforeAnythingWasDoneIsTheEndAndClosesWhatHasBegun() {
    IOException failure = new IOException("no file");
    planted.put("two begins", failure);

    assertThatThrownBy(() -> accompany(two)).isSameAs(failure);
    assertThat(happened).containsExactly("one begins", "two begins", "one closes");
  }

  @Test
  void whatGoesWrongInThePartsOnceSomethingWasDoneIsADoubt() throws Exception {
    planted.put("parts go on", new OutOfMemoryError("planted"));

    assertThat(accompany(two))
        .as("what was seen until then is not lost")
        .containsExactly(
            PartOutcome.doubt("The parts were not completed: planted"),
            PartOutcome.fact("two attended"),
            PartOutcome.fact("one attended"));
    assertThat(happened).endsWith("two closes", "one closes");
  }

  @Test
  void oneThatCannotBeClosedKeepsNoOtherOpen() throws Exception {
    planted.put("two closes", new IOException("the disk is full"));
    planted.put("one closes", new IllegalStateException("also"));

    assertThat(accompany(two))
        .containsExactly(
            PartOutcome.doubt("The parts were not completed: the disk is full"),
            PartOutcome.fact("two attended"),
            PartOutcome.fact("one attended"));
    assertThat(happened).endsWith("two closes", "one closes");
  }

  @Test
  void whatOneCannotSayTakesNothingFromTheOther() throws Exception {
    planted.put("two says", new IllegalStateException("planted"));

    assertThat(accompany(two))
        .containsExactly(
            PartOutcome.doubt("The parts were not completed: planted"),
            PartOutcome.fact("one attended"));
  }

  @Test
  void theFailureOfClosingIsOnlyAnAdditionToThatOfTheParts() {
    IOException failure = new IOException("first");
    planted.put("parts", failure);
    planted.put("one closes", new IOException("second"));

    assertThatThrownBy(() -> accompany(two))
        .isSameAs(failure)
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
  }

  @Test
  void whatComesAfterIsDoneByEachAndAFailureOfItIsADoubt() {
    assertThat(facts(two.after(run, settings))).containsExactly("one was after", "two was after");

    planted.put("one is after", new StackOverflowError("planted"));
    assertThat(two.after(run, settings))
        .as("the next is not left out")
        .containsExactly(
            PartOutcome.doubt("The one could not be completed: planted"),
            PartOutcome.fact("two was after"));
  }

  @Test
  void whatOneHasSaidIsNotLostWhenTheNextFails() {
    planted.put("two is after", new IOException("planted"));

    assertThat(two.after(run, settings))
        .containsExactly(
            PartOutcome.fact("one was after"),
            PartOutcome.doubt("The two could not be completed: planted"));
  }

  @Test
  void aFailureAfterTheVerdictIsPrintedAndTheOthersConclude() {
    planted.put("one concludes", new IOException("no room"));
    two.concluded(run);

    assertThat(happened).containsExactly("one concludes", "two concludes");
    assertThat(out.toString(UTF_8)).contains("The one could not be completed: no room");
  }

  @Test
  void theyAreChosenByTheirNames() throws Exception {
    Companions second = two.without(List.of("one", "nobody"));

    assertThat(second.words()).isEqualTo("two");
    assertThat(two.words()).isEqualTo("one, two");
    assertThat(two.settings()).as("each setting once").containsExactly(SHARED);
    assertThat(facts(accompany(second))).containsExactly("two attended");
    assertThat(accompany(Companions.NONE)).isEmpty();
  }
}
