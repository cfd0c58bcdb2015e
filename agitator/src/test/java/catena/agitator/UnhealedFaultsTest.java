// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.Victim;
import catena.records.run.RunDirectory;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another process must find of faults that are not healed. */
class UnhealedFaultsTest {
  @TempDir Path directory;
  private Path run;
  private Path cluster;

  @BeforeEach
  void makePlaces() throws IOException {
    run = Files.createDirectory(directory.resolve("run"));
    cluster = Files.createDirectory(directory.resolve("cluster"));
  }

  private static InjectedFault fault(int id, String victim) {
    return new InjectedFault(
        id,
        "kill",
        List.of(
            new Victim(
                victim, Optional.of("h:9997"), Optional.of(7L), Optional.of(1L << 60), false),
            Victim.named("host-2")),
        new TreeMap<>(Map.of("from", "others")),
        new TreeMap<>(Map.of("before", "1G; 'x' \"y\"")));
  }

  @Test
  void whatIsWrittenIsReadAsItWas() throws IOException {
    UnhealedFaults open = new UnhealedFaults(List.of(run));
    open.add(fault(1, "tserver-1"));
    open.add(fault(2, "tserver-2"));
    assertThat(OpenFaults.read(run).faults())
        .containsExactly(fault(1, "tserver-1"), fault(2, "tserver-2"));
  }

  @Test
  void oneThatIsHealedIsTakenAwayAndTheOthersStay() throws IOException {
    UnhealedFaults open = new UnhealedFaults(List.of(run, cluster));
    open.add(fault(1, "tserver-1"));
    open.add(fault(2, "tserver-2"));
    open.remove(fault(1, "tserver-1"));
    for (Path place : List.of(run, cluster)) {
      assertThat(OpenFaults.read(place).faults()).containsExactly(fault(2, "tserver-2"));
    }
    open.remove(fault(2, "tserver-2"));
    assertThat(run).isEmptyDirectory();
    assertThat(cluster).isEmptyDirectory();
  }

  @Test
  void withoutAFileNothingIsOpenAndAFileThatIsNoneIsRefused() throws IOException {
    assertThat(OpenFaults.read(run).faults()).isEmpty();
    Files.writeString(run.resolve(RunDirectory.OPEN_FAULTS), "[{\"id\":");
    assertThatThrownBy(() -> OpenFaults.read(run).faults()).isInstanceOf(IOException.class);
    Files.writeString(run.resolve(RunDirectory.OPEN_FAULTS), "");
    assertThatThrownBy(() -> OpenFaults.read(run).faults())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is empty");
  }

  @Test
  void aFaultWithoutVictimsIsDamageSinceNothingOfItWouldBeHealed() throws IOException {
    Path file = run.resolve(RunDirectory.OPEN_FAULTS);
    Files.writeString(file, "{\"faults\":[{\"id\":1,\"fault\":\"kill\",\"victims\":[]}]}");
    assertThat(OpenFaults.read(run).faults()).hasSize(1);
    Files.writeString(file, "{\"faults\":[{\"id\":1,\"fault\":\"kill\"}]}");
    assertThatThrownBy(() -> OpenFaults.read(run))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("victims");
  }

  @Test
  void whatCannotBeWrittenAtOnePlaceIsOpenAtNone() throws IOException {
    Path gone = directory.resolve("gone");
    for (List<Path> places : List.of(List.of(run, gone), List.of(gone, run))) {
      UnhealedFaults open = new UnhealedFaults(places);
      assertThatThrownBy(() -> open.add(fault(1, "tserver-1"))).isInstanceOf(IOException.class);
      assertThat(OpenFaults.read(run).faults()).isEmpty();
      assertThat(gone).as("a directory that was removed").doesNotExist();
    }
  }

  @Test
  void afterAFailureTheNextFaultDoesNotBringTheLastOneBack() throws IOException {
    Path late = directory.resolve("late");
    UnhealedFaults open = new UnhealedFaults(List.of(run, late));
    assertThatThrownBy(() -> open.add(fault(1, "tserver-1"))).isInstanceOf(IOException.class);
    Files.createDirectory(late);
    open.add(fault(2, "tserver-2"));
    assertThat(OpenFaults.read(run).faults()).containsExactly(fault(2, "tserver-2"));
    assertThat(OpenFaults.read(late).faults()).containsExactly(fault(2, "tserver-2"));
  }

  @Test
  void onePlaceThatFailsDoesNotKeepAHealedFaultAtTheOther() throws IOException {
    UnhealedFaults open = new UnhealedFaults(List.of(run, cluster));
    open.add(fault(1, "tserver-1"));
    Files.delete(run.resolve(RunDirectory.OPEN_FAULTS));
    Files.createDirectories(run.resolve(RunDirectory.OPEN_FAULTS).resolve("full"));
    assertThatThrownBy(() -> open.remove(fault(1, "tserver-1"))).isInstanceOf(IOException.class);
    assertThat(OpenFaults.read(cluster).faults()).isEmpty();
  }

  @Test
  void whatWasLeftIsFoundOnceWithTheLastOneFirst() throws IOException {
    UnhealedFaults both = new UnhealedFaults(List.of(run, cluster));
    both.add(fault(1, "tserver-1"));
    both.add(fault(2, "tserver-2"));
    assertThat(AbandonedFaults.find(List.of(run, cluster)))
        .containsExactly(fault(2, "tserver-2"), fault(1, "tserver-1"));
    assertThat(AbandonedFaults.find(List.of(directory))).isEmpty();
  }

  /** Each agitator counts its faults from 1, and hits the same servers. */
  @Test
  void equalFaultsOfTwoRunsAreTwo() throws IOException {
    try (RunDirectory one = RunDirectory.at(run.toString(), new Configuration(false));
        RunDirectory two =
            RunDirectory.at(directory.resolve("two").toString(), new Configuration(false))) {
      UnhealedFaults.of(one, "agitate", List.of(run)).add(fault(1, "tserver-1"));
      UnhealedFaults.of(two, "agitate", List.of(cluster)).add(fault(1, "tserver-1"));
      AbandonedFaults left = AbandonedFaults.at(List.of(run, cluster), Optional.empty());

      assertThat(left.faults()).containsExactly(fault(1, "tserver-1"), fault(1, "tserver-1"));
      assertThat(left.faults())
          .extracting(each -> left.of(each).run().orElseThrow())
          .containsExactly(two.display(), one.display());
    }
  }

  @Test
  void aRunWithAnOpenFaultIsRefused() throws IOException {
    assertThatCode(
            () ->
                AbandonedFaults.refuse(AbandonedFaults.at(List.of(run, cluster), Optional.empty())))
        .doesNotThrowAnyException();
    new UnhealedFaults(List.of(cluster)).add(fault(1, "tserver-1"));
    assertThatThrownBy(
            () ->
                AbandonedFaults.refuse(AbandonedFaults.at(List.of(run, cluster), Optional.empty())))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("fault 1, kill of tserver-1@h:9997, host-2")
        .hasMessageContaining("--heal");
  }

  @Test
  void theFileSaysWhoseTheyAreAndAnOlderOneIsReadAllTheSame() throws IOException {
    try (RunDirectory one = RunDirectory.at(run.toString(), new Configuration(false))) {
      UnhealedFaults.of(one, "agitate", List.of(cluster)).add(fault(1, "tserver-1"));
    }
    OpenFaults written = OpenFaults.read(cluster);
    assertThat(written.run()).contains(run.toString());
    assertThat(written.client()).contains("agitate");
    assertThat(written.faults()).containsExactly(fault(1, "tserver-1"));
    Files.writeString(
        cluster.resolve(RunDirectory.OPEN_FAULTS),
        "[{\"id\":1,\"fault\":\"kill\",\"victims\":[{\"name\":\"gc-1\",\"pid\":7}],"
            + "\"options\":{},\"memo\":{}}]");
    OpenFaults older = OpenFaults.read(cluster);
    assertThat(older.run()).isEmpty();
    assertThat(older.faults())
        .singleElement()
        .satisfies(
            old -> {
              assertThat(old.words()).isEqualTo("fault 1, kill of gc-1");
              assertThat(old.victims().get(0).waited()).isFalse();
            });
  }
}
