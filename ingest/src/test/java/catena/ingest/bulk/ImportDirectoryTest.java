// SPDX-License-Identifier: Apache-2.0
package catena.ingest.bulk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.accumulo.Connection;
import catena.ingest.write.BulkLoader.End;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a real ZooKeeper, in which the manager says what it imports, and real files. */
@Timeout(60)
class ImportDirectoryTest {
  private static final String INSTANCE = "i";
  private static TestingServer server;
  private static CuratorFramework manager;

  @TempDir private java.nio.file.Path temporary;

  /** What happens once the directory has its new name. */
  private Runnable onRename = () -> {};

  private BulkPlace place;
  private ImportDirectory directory;

  @BeforeAll
  static void start() throws Exception {
    server = new TestingServer();
    manager = CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(100));
    manager.start();
  }

  @AfterAll
  static void stop() throws IOException {
    manager.close();
    server.close();
  }

  /** Local files, of which a change of name is noticed. */
  private final class Files extends FilterFileSystem {
    Files() throws IOException {
      super(new RawLocalFileSystem());
      initialize(URI.create("file:///"), new Configuration(false));
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
      boolean renamed = super.rename(from, to);
      onRename.run();
      return renamed;
    }
  }

  @BeforeEach
  void make() throws Exception {
    FileSystem fs = new Files();
    place = new BulkPlace(fs, new Path(temporary.toUri()));
    directory = new ImportDirectory(connection(), place, new Path(place.home(), "import-0"));
    place.makeNew(directory.path());
    file("f00000.rf");
  }

  private static Connection connection() throws Exception {
    return connection(
        (self, method, given) -> {
          throw new UnsupportedOperationException(method.getName());
        });
  }

  private static Connection connection(InvocationHandler client) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("instance.zookeepers", server.getConnectString());
    AccumuloClient nobody = proxy(AccumuloClient.class, client);
    Constructor<?> made = Connection.class.getDeclaredConstructors()[0];
    made.setAccessible(true);
    return (Connection) made.newInstance(nobody, properties, INSTANCE);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler answer) {
    ClassLoader loader = ImportDirectoryTest.class.getClassLoader();
    return type.cast(Proxy.newProxyInstance(loader, new Class<?>[] {type}, answer));
  }

  private void file(String name) throws IOException {
    place.fs().create(new Path(directory.path(), name)).close();
  }

  private Path revoked() {
    return directory.path().suffix(".revoked");
  }

  /** Where the manager notes that it imports from the directory. */
  private String reservation() {
    String name = Base64.getEncoder().encodeToString(directory.path().toString().getBytes(UTF_8));
    return "/accumulo/" + INSTANCE + "/hdfs_reservations/" + name;
  }

  private void reserve() throws Exception {
    manager.create().creatingParentsIfNeeded().forPath(reservation());
  }

  private void release() {
    try {
      manager.delete().forPath(reservation());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** The manager moves all files away before the first goes into the table. */
  private void take() {
    try {
      place.fs().delete(new Path(revoked(), "f00000.rf"), false);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatIsUnderWayCannotBeRevokedAndItsFilesStay() throws Exception {
    directory.seal();
    reserve();
    try {
      assertThat(directory.revoke(Duration.ZERO)).isEqualTo(End.UNDER_WAY);
      assertThat(place.fs().exists(directory.path())).as("no import finds it").isFalse();
      assertThat(place.fs().exists(new Path(revoked(), "f00000.rf"))).isTrue();
    } finally {
      release();
    }
    assertThat(directory.revoke(Duration.ZERO)).as("by whoever looks later").isEqualTo(End.NOTHING);
    assertThat(place.fs().exists(revoked())).isFalse();
  }

  /** Its files are checked when it has ended, not while it goes on. */
  @Test
  void anImportThatIsUnderWayIsWaitedFor() throws Exception {
    directory.seal();
    reserve();
    Thread importing =
        new Thread(
            () -> {
              take();
              release();
            });
    onRename = importing::start;
    assertThat(directory.revoke(Duration.ofMinutes(1))).isEqualTo(End.TAKEN);
    importing.join();
    assertThat(place.fs().exists(revoked())).isFalse();
  }

  @Test
  void filesThatWereNeverCompleteWereNeverTaken() throws Exception {
    onRename = this::take;
    assertThat(directory.revoke(Duration.ZERO)).isEqualTo(End.NOTHING);
    assertThat(place.fs().exists(revoked())).isFalse();
  }

  @Test
  void whatIsLeftInACompleteDirectoryWasNotTaken() throws Exception {
    directory.seal();
    assertThat(directory.revoke(Duration.ZERO)).isEqualTo(End.NOTHING);
    assertThat(directory.revoke(Duration.ZERO)).as("there is none any more").isEqualTo(End.NOTHING);
  }

  @Test
  void aDirectoryThatKeepsItsNameIsAnError() throws Exception {
    FileSystem stuck =
        new FilterFileSystem(place.fs()) {
          @Override
          public boolean rename(Path from, Path to) {
            return false;
          }
        };
    ImportDirectory same =
        new ImportDirectory(connection(), new BulkPlace(stuck, place.home()), directory.path());
    assertThatThrownBy(() -> same.revoke(Duration.ZERO))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("could not be renamed");
  }

  @Test
  void whatDeadProcessesLeftIsFoundUnderTheNameThatItHadAtFirst() throws Exception {
    place.makeNew(new Path(place.home(), "import-1.revoked"));
    place.fs().create(new Path(place.home(), "no directory")).close();
    assertThat(ImportDirectory.left(connection(), place, place.home()))
        .extracting(each -> each.path().getName())
        .containsExactlyInAnyOrder("import-0", "import-1");
    assertThat(ImportDirectory.left(connection(), place, new Path(place.home(), "nowhere")))
        .isEmpty();
  }

  /** Servers to which the deprecated call goes, and which move the file to where it is said. */
  private ImportDirectory deprecated(String moved) throws Exception {
    List<Object> asked =
        List.of("t", directory.path().toString(), path("_failed").toString(), true);
    TableOperations tables =
        proxy(
            TableOperations.class,
            (self, method, given) -> {
              assertThat(method.getName()).isEqualTo("importDirectory");
              assertThat(given).containsExactlyElementsOf(asked);
              assertThat(place.fs().rename(path("f00000.rf"), path(moved))).isTrue();
              return null;
            });
    return new ImportDirectory(
        connection((self, method, given) -> tables), place, directory.path());
  }

  private Path path(String name) {
    return new Path(directory.path(), name);
  }

  @Test
  void theDeprecatedCallImportsIfNothingComesBack() throws Exception {
    directory.seal();
    ImportDirectory same = deprecated("taken");
    same.loadDeprecated("t");
    same.clean();
    assertThat(place.fs().exists(directory.path())).isFalse();
  }

  /** It returns all the same, and a tablet may have the file. */
  @Test
  void aFileThatTheDeprecatedCallGivesBackIsAFailureAndNothingIsKnown() throws Exception {
    directory.seal();
    ImportDirectory same = deprecated("_failed/I1.rf");
    assertThatThrownBy(() -> same.loadDeprecated("t"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 files of an import came back");
    assertThat(same.revoke(Duration.ZERO)).isEqualTo(End.TAKEN);
  }

  @Test
  void whatAnImportThatSucceededLeftIsRemoved() throws Exception {
    directory.seal();
    directory.clean();
    assertThat(place.fs().exists(directory.path())).isFalse();
  }

  @Test
  void onlyANewDirectoryIsMadeAndTheManagerMayMoveItsFiles() throws Exception {
    Path below = new Path(place.home(), "a/b");
    place.makeNew(below);
    for (Path each : new Path[] {below, below.getParent()}) {
      assertThat(place.fs().getFileStatus(each).getPermission().toShort()).isEqualTo((short) 0777);
    }
    assertThatThrownBy(() -> place.makeNew(below)).hasMessageContaining("exists");
  }
}
