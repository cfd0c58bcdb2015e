// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.records.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each test has a run of its own, in the ZooKeeper of its class; for classes that run one after the
 * other.
 */
abstract class OneFleetEach {
  private static TestingServer server;

  @TempDir Path temp;
  RunDirectory directory;
  PretendFleet fleet;

  @BeforeAll
  static void start() throws Exception {
    server = PretendFleet.server();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @BeforeEach
  void open(TestInfo test) {
    directory = RunDirectory.at(temp.toString());
    String type = test.getTestClass().orElseThrow().getSimpleName().replaceFirst("Test$", "");
    String method = test.getTestMethod().orElseThrow().getName();
    fleet = new PretendFleet(server, directory, type.toLowerCase(Locale.ROOT) + "-" + method);
  }

  @AfterEach
  void close() throws Exception {
    fleet.close();
    directory.close();
  }
}
