// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.graph.judge.Promise;
import catena.graph.judge.Spans;
import catena.harness.accumulo.Connection;
import catena.harness.job.ClientSecrets;
import catena.harness.job.JobSettings;
import catena.harness.job.Runner;
import catena.harness.job.ScanInputFormat;
import catena.read.check.ScanTask;
import catena.read.plant.Faults;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.admin.SecurityOperations;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.clientImpl.thrift.SecurityErrorCode;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.hadoop.mapreduce.AccumuloInputFormat;
import org.apache.accumulo.hadoop.mapreduce.AccumuloOutputFormat;
import org.apache.accumulo.hadoopImpl.mapreduce.lib.InputConfigurator;
import org.apache.accumulo.hadoopImpl.mapreduce.lib.OutputConfigurator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job of a copy as its tasks find it; nothing of it is submitted. */
class CopyJobTest {
  private static final GraphSpec SPEC = Faults.graph(20, 3, 0, List.of("", "A"));
  private static final Authorizations USER = new Authorizations("A");
  private static final String MEMORY = "batch.writer.memory.max";
  private static final Set<Range> TABLETS =
      Set.of(new Range(null, false, "m", true), new Range("m", false, null, false));

  /** Of each call: the table, and how many ranges at most. */
  private final List<List<Object>> asked = new ArrayList<>();

  private final Properties properties = CopyingTest.clientProperties();

  @TempDir private Path temporary;

  private interface Call {
    Object of(String name, Object[] given) throws Exception;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            CopyJobTest.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, given) -> call.of(method.getName(), given)));
  }

  private AccumuloClient client() {
    TableOperations tables =
        proxy(
            TableOperations.class,
            (name, given) -> {
              assertThat(name).isEqualTo("splitRangeByTablets");
              assertThat(given[1]).isEqualTo(new Range());
              asked.add(List.of(given[0], given[2]));
              return TABLETS;
            });
    SecurityOperations security =
        proxy(
            SecurityOperations.class,
            (name, given) -> {
              assertThat(name).isEqualTo("getDelegationToken");
              throw new AccumuloSecurityException("user", SecurityErrorCode.PERMISSION_DENIED);
            });
    return proxy(
        AccumuloClient.class,
        (name, given) ->
            switch (name) {
              case "tableOperations" -> tables;
              case "securityOperations" -> security;
              case "whoami" -> "user";
              default -> throw new UnsupportedOperationException(name);
            });
  }

  private Job job(Runner runner, int maps) throws Exception {
    Constructor<?> made = Connection.class.getDeclaredConstructors()[0];
    made.setAccessible(true);
    Connection connection = (Connection) made.newInstance(client(), properties, "i");
    CopySource source = new CopySource(connection, "t", "1", SPEC, USER);
    return Copying.job(runner, source, "t_moru", task(), maps);
  }

  private static ScanTask task() {
    Position at = new Position(1, 0, 0);
    Promise promise =
        new Promise(Map.of(0, new Promise.Progress(at, at, Spans.NONE, Spans.NONE)), false, false);
    return new ScanTask(new Graph(SPEC), promise, USER, false);
  }

  private static Runner local(int threads) throws Exception {
    return Runner.local("moru", threads);
  }

  /** With a configuration of which nobody ever asks anything. */
  private Runner yarn() throws Exception {
    Path conf = Files.createDirectories(temporary.resolve("conf"));
    for (String file : List.of("core-site.xml", "yarn-site.xml")) {
      Files.writeString(conf.resolve(file), "<configuration/>");
    }
    Map<String, String> yarn = Map.of("job.on", "yarn", "hadoop.conf", conf.toString());
    return Runner.of("moru", Settings.resolve(JobSettings.ALL, List.of(Layer.of("-o", yarn))));
  }

  private static Properties client(Job job) {
    Configuration conf = new Configuration(job.getConfiguration());
    ClientSecrets.reveal(conf, job.getCredentials());
    Properties written = OutputConfigurator.getClientProperties(AccumuloOutputFormat.class, conf);
    assertThat(InputConfigurator.getClientProperties(AccumuloInputFormat.class, conf))
        .isEqualTo(written);
    return written;
  }

  @Test
  void theTasksReadEachTabletOfTheSourceAndWriteTheTarget() throws Exception {
    try (Runner runner = local(1)) {
      Job job = job(runner, 7);
      Configuration conf = job.getConfiguration();

      assertThat(job.getMapperClass()).isEqualTo(CopyMapper.class);
      assertThat(job.getNumReduceTasks()).isZero();
      assertThat(job.getOutputKeyClass()).isEqualTo(BytesWritable.class);
      assertThat(job.getOutputValueClass()).isEqualTo(BytesWritable.class);
      assertThat(job.getInputFormatClass()).isEqualTo(ScanInputFormat.class);
      Class<?> reads = AccumuloInputFormat.class;
      assertThat(InputConfigurator.getInputTableName(reads, conf)).isEqualTo("t");
      assertThat(InputConfigurator.getScanAuthorizations(reads, conf)).isEqualTo(USER);
      assertThat(InputConfigurator.getAutoAdjustRanges(reads, conf)).isFalse();
      assertThat(InputConfigurator.getRanges(reads, conf))
          .containsExactlyInAnyOrderElementsOf(TABLETS);
      assertThat(asked).containsExactly(List.of("t", 7));
      Class<?> writes = AccumuloOutputFormat.class;
      assertThat(OutputConfigurator.getDefaultTableName(writes, conf)).isEqualTo("t_moru");
      ScanTask read = ScanTask.readFrom(conf);
      assertThat(read.graph().spec()).isEqualTo(SPEC);
      assertThat(read.promise().writers()).isEqualTo(task().promise().writers());
      assertThat(read.authorizations()).isEqualTo(USER);
    }
  }

  @Test
  void thePasswordIsInTheCredentialsAlone() throws Exception {
    try (Runner runner = local(1)) {
      Job job = job(runner, 7);

      assertThat(job.getConfiguration())
          .allSatisfy(each -> assertThat(each.getValue()).doesNotContain("open-sesame"));
      assertThat(client(job)).containsAllEntriesOf(properties);
    }
  }

  /** Tasks of one process share its heap, and none has more than Accumulo gives one. */
  @Test
  void theTasksOfThisProcessShareAnEighthOfItsHeap() throws Exception {
    try (Runner one = local(1);
        Runner many = local(4096)) {
      long heap = Runtime.getRuntime().maxMemory();
      assertThat(client(job(one, 7))).containsEntry(MEMORY, "" + Math.min(52_428_800, heap / 8));
      assertThat(heap / 32_768).isBetween(1L, 52_428_799L);
      assertThat(client(job(many, 7))).containsEntry(MEMORY, "" + heap / 32_768);
      properties.setProperty(MEMORY, "5M");
      assertThat(client(job(many, 7))).containsEntry(MEMORY, "5M");
    }
  }

  @Test
  void aTaskInItsOwnProcessHasWhatAccumuloGivesIt() throws Exception {
    try (Runner runner = yarn()) {
      assertThat(client(job(runner, 7))).containsAllEntriesOf(properties).doesNotContainKey(MEMORY);
    }
  }

  /** A process of others has no ticket of the user. */
  @Test
  void onYarnATicketIsExchangedForAToken() throws Exception {
    properties.setProperty("auth.type", "kerberos");
    try (Runner runner = yarn()) {
      assertThatThrownBy(() -> job(runner, 7))
          .isInstanceOf(AccumuloException.class)
          .hasMessageStartingWith("User user gets no delegation token (PERMISSION_DENIED)");
    }
  }
}
