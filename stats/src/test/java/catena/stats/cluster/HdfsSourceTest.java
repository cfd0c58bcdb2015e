package catena.stats.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import catena.stats.metric.ClusterMetric;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.InstanceOperations;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;

class HdfsSourceTest {
  /** Holds 100 bytes, of which 40 are used, and 7 in each directory. */
  public static final class Fixed extends RawLocalFileSystem {
    private URI uri;

    @Override
    public void initialize(URI name, Configuration conf) {
      this.uri = URI.create("fixed://" + name.getAuthority());
      setConf(conf);
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
    public ContentSummary getContentSummary(Path path) {
      return new ContentSummary.Builder().length(7).fileCount(1).directoryCount(1).build();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Map<ClusterMetric, Double> read(String volumes) throws Exception {
    InstanceOperations instance =
        proxy(InstanceOperations.class, (any, method, of) -> Map.of("instance.volumes", volumes));
    TableOperations tables = proxy(TableOperations.class, (any, method, of) -> Map.of());
    AccumuloClient client =
        proxy(
            AccumuloClient.class,
            (any, method, of) -> method.getName().equals("instanceOperations") ? instance : tables);
    Configuration hadoop = new Configuration(false);
    hadoop.setClass("fs.fixed.impl", Fixed.class, FileSystem.class);
    HdfsSource source = new HdfsSource(client, "none", hadoop);
    try {
      return source.read(Duration.ofSeconds(1)).cluster();
    } finally {
      source.close();
    }
  }

  @Test
  void aFileSystemWithTwoVolumesHasItsRoomOnce() throws Exception {
    assertThat(read("fixed://a/slow/accumulo,fixed://a/fast/accumulo"))
        .containsEntry(ClusterMetric.HDFS_USED, 40.0)
        .containsEntry(ClusterMetric.HDFS_REMAINING, 60.0)
        .containsEntry(ClusterMetric.HDFS_BYTES, 14.0);
    assertThat(read("fixed://a/accumulo,fixed://b/accumulo"))
        .containsEntry(ClusterMetric.HDFS_USED, 80.0)
        .containsEntry(ClusterMetric.HDFS_REMAINING, 120.0);
  }
}
