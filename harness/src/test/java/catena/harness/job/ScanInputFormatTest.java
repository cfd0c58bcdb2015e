// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.hadoop.mapreduce.AccumuloInputFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;

class ScanInputFormatTest {
  private static Job job(int ranges) throws Exception {
    Properties client = new Properties();
    client.setProperty("instance.name", "test");
    client.setProperty("instance.zookeepers", "localhost:1");
    client.setProperty("auth.type", "password");
    client.setProperty("auth.principal", "root");
    client.setProperty("auth.token", "secret");
    List<Range> rows = new ArrayList<>();
    for (int i = 0; i < ranges; i++) {
      rows.add(new Range("%016x".formatted(i), true, "%016x".formatted(i + 1), false));
    }
    Job job = Job.getInstance(new Configuration(false));
    AccumuloInputFormat.configure()
        .clientProperties(client)
        .table("ci")
        .auths(Authorizations.EMPTY)
        .ranges(rows)
        .store(job);
    return job;
  }

  /** As it is written down for all tasks. */
  private static int bytes(Job job) throws Exception {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    job.getConfiguration().writeXml(file);
    return file.size();
  }

  /** Before, it had some 100 bytes for each range. */
  @Test
  void theConfigurationOfTheTasksDoesNotGrowWithTheRanges() throws Exception {
    Job few = job(1);
    Job many = job(10_000);
    assertThat(bytes(many) - bytes(few)).isGreaterThan(500_000);
    ScanInputFormat.forgetRanges(few.getConfiguration());
    ScanInputFormat.forgetRanges(many.getConfiguration());

    assertThat(bytes(many)).isEqualTo(bytes(few));
    assertThat(many.getConfiguration().get("AccumuloInputFormat.ClientOpts.ClientProps"))
        .isNotNull();
  }
}
