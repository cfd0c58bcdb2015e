// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.InstanceOperations;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HdfsSourceTest {
  private static final AtomicLong NANOS = new AtomicLong();

  /** How long it takes to add up a directory. */
  private static final AtomicLong TAKES = new AtomicLong();

  private static final AtomicLong BYTES = new AtomicLong();

  /** What the last file system was opened with. */
  private static final AtomicReference<Configuration> GIVEN = new AtomicReference<>();

  /** The file systems that cannot be opened, and those that are open, by their authorities. */
  private static final Set<String> DOWN = new HashSet<>();

  private static final List<String> OPEN = new ArrayList<>();

  /**
   * Holds 100 bytes, of which 40 are used, and so many in each directory as the test says; has the
   * directory of table 3, and not that of table 4.
   */
  public static final class Fixed extends RawLocalFileSystem {
    private URI uri;

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
      GIVEN.set(conf);
      if (DOWN.contains(name.getAuthority())) {
        throw new IOException(name + " is down");
      }
      OPEN.add(name.getAuthority());
      this.uri = URI.create("fixed://" + name.getAuthority());
      setConf(conf);
    }

    @Override
    public void close() throws IOException {
      super.close();
      if (uri != null) {
        OPEN.remove(uri.getAuthority());
      }
    }

    @Override
    public URI getUri() {
      return uri == null ? super.getUri() : uri; // asked before it is initialised
    }

    @Override
    public FsStatus getStatus(Path path) {
      return new FsStatus(100, 40, 60);
    }

    @Override
    public ContentSummary getContentSummary(Path path) throws FileNotFoundException {
      NANOS.addAndGet(TAKES.get());
      if (path.getName().equals("4")) {
        throw new FileNotFoundException(path.toString());
      }
      boolean table = path.toString().endsWith("/accumulo/tables/3");
      return new ContentSummary.Builder()
          .length(table ? 2 : BYTES.get())
          .fileCount(table ? 3 : 5)
          .directoryCount(table ? 1 : 4)
          .build();
    }
  }

  private final Map<String, String> tableIds = new HashMap<>();

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @BeforeEach
  void set() {
    NANOS.set(1);
    TAKES.set(0);
    BYTES.set(7);
    DOWN.clear();
    OPEN.clear();
  }

  private Source source(String volumes) {
    InstanceOperations instance =
        proxy(InstanceOperations.class, (any, method, of) -> Map.of("instance.volumes", volumes));
    TableOperations tables = proxy(TableOperations.class, (any, method, of) -> tableIds);
    AccumuloClient client =
        proxy(
            AccumuloClient.class,
            (any, method, of) -> method.getName().equals("instanceOperations") ? instance : tables);
    Configuration hadoop = new Configuration(false);
    hadoop.setClass("fs.fixed.impl", Fixed.class, FileSystem.class);
    return new HdfsSource(client, "ci", hadoop, NANOS::get);
  }

  private Reading read(String volumes) throws Exception {
    try (Source source = source(volumes)) {
      return source.read(Duration.ofSeconds(1));
    }
  }

  @Test
  void aFileSystemWithTwoVolumesHasItsRoomOnce() throws Exception {
    assertThat(read("fixed://a/slow/accumulo,fixed://a/fast/accumulo").cluster())
        .containsEntry(Metric.HDFS_USED, 40.0)
        .containsEntry(Metric.HDFS_REMAINING, 60.0)
        .containsEntry(Metric.HDFS_FILES, 10.0)
        .containsEntry(Metric.HDFS_DIRECTORIES, 8.0)
        .containsEntry(Metric.HDFS_BYTES, 14.0);
    assertThat(read("fixed://a/accumulo,fixed://b/accumulo").cluster())
        .containsEntry(Metric.HDFS_USED, 80.0)
        .containsEntry(Metric.HDFS_REMAINING, 120.0);
  }

  /** A sample that has only some of the volumes would be wrong, so there is none. */
  @Test
  void whatWasOpenedIsKeptUntilTheOtherVolumesCanBeOpenedToo() throws Exception {
    DOWN.add("b");
    try (Source source = source("fixed://a/accumulo,fixed://b/accumulo")) {
      for (int sample = 0; sample < 3; sample++) {
        assertThatThrownBy(() -> source.read(Duration.ofSeconds(1)))
            .hasMessageContaining("fixed://b/accumulo is down");
        assertThat(OPEN).containsExactly("a");
      }
      DOWN.clear();
      assertThat(source.read(Duration.ofSeconds(1)).cluster())
          .containsEntry(Metric.HDFS_USED, 80.0);
      assertThat(bytes(source)).isEqualTo(14);
      assertThat(OPEN).containsExactly("a", "b");
    }
    assertThat(OPEN).isEmpty();
  }

  /** The usual limits of Hadoop's client add up to minutes; ours are of one sample. */
  @Test
  void aNameNodeThatIsGoneIsGivenUpSoon() throws Exception {
    Reading reading = read("fixed://a/accumulo");
    Configuration given = GIVEN.get();
    assertThat(given.getInt("ipc.client.connect.max.retries", -1)).isZero();
    assertThat(given.getInt("ipc.client.connect.max.retries.on.timeouts", -1)).isZero();
    assertThat(given.getInt("ipc.client.connect.timeout", -1)).isEqualTo(5_000);
    assertThat(given.getInt("ipc.client.rpc-timeout.ms", -1)).isEqualTo(20_000);
    assertThat(given.getInt("dfs.client.failover.max.attempts", -1)).isEqualTo(2);
    assertThat(given.getBoolean("fs.automatic.close", true)).isFalse();
    try (Source source = source("fixed://a/accumulo")) {
      assertThat(source.name()).isEqualTo("hdfs");
      assertThat(source.cluster()).isEqualTo(reading.cluster().keySet());
    }
  }

  @Test
  void theTablesOwnFilesAreAddedUpOverTheVolumesAndOneWithoutHasNone() throws Exception {
    String volumes = "fixed://a/accumulo,fixed://b/accumulo";
    assertThat(read(volumes).table()).as("there is no such table").isEmpty();
    tableIds.put("ci", "4");
    assertThat(read(volumes).table()).as("it has no directory").isEmpty();
    tableIds.put("ci", "3");
    assertThat(read(volumes).table())
        .containsOnly(
            Map.entry(Metric.HDFS_BYTES, 4.0),
            Map.entry(Metric.HDFS_FILES, 6.0),
            Map.entry(Metric.HDFS_DIRECTORIES, 2.0));
  }

  /** To add up takes 2 s here: it is done no more than once in 20. */
  @Test
  void sumsThatTakeLongAreAskedForATenthOfTheTimeAndThenAgain() throws Exception {
    long second = Duration.ofSeconds(1).toNanos();
    TAKES.set(2 * second);
    try (Source source = source("fixed://a/accumulo")) {
      assertThat(bytes(source)).isEqualTo(7);
      BYTES.set(9);
      NANOS.addAndGet(17 * second);
      assertThat(bytes(source)).as("19 s after it was asked").isEqualTo(7);
      NANOS.addAndGet(second);
      assertThat(bytes(source)).as("20 s after").isEqualTo(9);
      BYTES.set(11);
      NANOS.addAndGet(17 * second);
      assertThat(bytes(source)).as("it counts from the last time").isEqualTo(9);
    }
  }

  @Test
  void sumsThatComeAtOnceAreAskedForWithEachSample() throws Exception {
    NANOS.set(-5 * 3_600_000_000_000L);
    try (Source source = source("fixed://a/accumulo")) {
      assertThat(bytes(source)).isEqualTo(7);
      BYTES.set(9);
      assertThat(bytes(source)).isEqualTo(9);
    }
  }

  private static double bytes(Source source) throws Exception {
    return source.read(Duration.ofSeconds(1)).cluster().get(Metric.HDFS_BYTES);
  }
}
