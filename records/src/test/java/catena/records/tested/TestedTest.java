// SPDX-License-Identifier: Apache-2.0
package catena.records.tested;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.Missing;
import catena.records.history.TolerantReader;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.tested.Tested.Difference;
import catena.records.tested.Tested.Server;
import catena.records.tested.Tested.Snapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestedTest {
  private static final Optional<String> NO = Optional.empty();

  @TempDir private Path files;
  private RunDirectory run;

  @BeforeEach
  void open() {
    run = RunDirectory.at(files.toString());
  }

  @AfterEach
  void close() throws Exception {
    run.close();
  }

  private static Server server(Role role, String address, String version) {
    return Server.at(role, address, false)
        .or(Optional.ofNullable(version), Optional.of("abc1234"), Optional.of("17.0.15"));
  }

  private static Snapshot snapshot(String at, Server... servers) {
    return new Snapshot(
        at,
        "quick",
        "catena",
        "1-2-3",
        List.of(servers),
        List.of(new Difference("system", "a", NO, "1")),
        List.of("nobody knows"));
  }

  @Test
  void readersSeeWhatWasWritten() throws Exception {
    Tested written =
        Tested.NOTHING.and(
            snapshot("2026-11-22T09:00:00Z", server(Role.TSERVER, "h1:9997", "2.1.4")));
    written.writeTo(run);
    Missing missing = new Missing();
    assertThat(new TolerantReader(run, missing).json(run.tested(), Tested.class)).contains(written);
    assertThat(missing.sentences()).isEmpty();
  }

  @Test
  void aFileThatIsCutOffOrOldIsReadAsFarAsItGoes() throws Exception {
    Missing missing = new Missing();
    TolerantReader reader = new TolerantReader(run, missing);
    assertThat(reader.json(run.tested(), Tested.class)).isEmpty();
    assertThat(missing.sentences()).isEmpty();
    Files.writeString(
        files.resolve("tested.json"), "{\"snapshots\":[{\"servers\":[{\"role\":\"tserver\"}]}]}");
    assertThat(reader.json(run.tested(), Tested.class).flatMap(Tested::last))
        .hasValueSatisfying(
            last ->
                assertThat(last.of(Role.TSERVER))
                    .containsExactly(new Server("tserver", "", false, NO, NO, NO)));
    Files.writeString(files.resolve("tested.json"), "{\"snapshots\":[{\"ser");
    assertThat(reader.json(run.tested(), Tested.class)).isEmpty();
    assertThat(missing.sentences()).containsExactly("tested.json is cut off or damaged");
  }

  @Test
  void aResumedRunListsTheSameSystemOnceAndAnotherOneTwice() {
    Snapshot first = snapshot("1", server(Role.TSERVER, "h1:9997", "2.1.4"));
    Snapshot same = snapshot("2", server(Role.TSERVER, "h1:9997", "2.1.4"));
    Snapshot other = snapshot("3", server(Role.TSERVER, "h1:9997", "2.1.5"));
    assertThat(Tested.NOTHING.and(first).and(same).snapshots()).containsExactly(first);
    assertThat(Tested.NOTHING.and(first).and(other).snapshots()).containsExactly(first, other);
  }

  @Test
  void serversOfARoleAreListedTogether() {
    List<Server> servers =
        List.of(
            server(Role.ZOOKEEPER, "z:2181", "3.9.3"),
            server(Role.TSERVER, "h1:9997", "2.1.4"),
            server(Role.TSERVER, "h1:9998", "2.1.4"),
            server(Role.TSERVER, "h2:9997", null),
            Server.at(Role.MANAGER, "h1:9999", false),
            Server.at(Role.MANAGER, "h2:9999", true));
    List<ServerGroup> groups = ServerGroup.of(servers);
    assertThat(groups)
        .extracting(ServerGroup::role)
        .containsExactly("manager", "tserver", "zookeeper");
    ServerGroup tservers = groups.get(1);
    assertThat(tservers.number()).isEqualTo(3);
    assertThat(tservers.hosts()).isEqualTo(2);
    assertThat(ServerGroup.inWords(tservers.versions())).isEqualTo("2.1.4 (2), unknown (1)");
    assertThat(ServerGroup.inWords(tservers.jvms())).isEqualTo("17.0.15");
    assertThat(groups.get(0).standby()).isEqualTo(1);
    assertThat(groups.get(0).versions()).isEqualTo(Map.of("unknown", 2));
    assertThat(snapshot("1", servers.toArray(new Server[0])).summary())
        .isEqualTo("Accumulo 2.1.4 with 3 tservers, ZooKeeper 3.9.3");
  }

  @Test
  void aVersionThatNoServerReportsIsNotMadeUp() {
    assertThat(snapshot("1", Server.at(Role.TSERVER, "h:1", false)).summary())
        .isEqualTo("Accumulo of unknown version with 1 tserver, ZooKeeper of unknown version");
  }
}
