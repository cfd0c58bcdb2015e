// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.hadoop.mapreduce.AccumuloInputFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;

class ClientSecretsTest {
  private static final String PASSWORD = "S3cret-Token";

  private static Job job() throws Exception {
    Properties client = new Properties();
    client.setProperty("instance.name", "test");
    client.setProperty("instance.zookeepers", "localhost:1");
    client.setProperty("auth.type", "password");
    client.setProperty("auth.principal", "root");
    client.setProperty("auth.token", PASSWORD);
    client.setProperty("ssl.keystore.password", PASSWORD);
    Job job = Job.getInstance(new Configuration(false));
    AccumuloInputFormat.configure()
        .clientProperties(client)
        .table("ci")
        .auths(Authorizations.EMPTY)
        .ranges(List.of(new Range()))
        .store(job);
    return job;
  }

  /** As the history server and the pages of YARN show it. */
  private static String shown(Job job) throws Exception {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    job.getConfiguration().writeXml(file);
    return file.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aJobsConfigurationHasNoPassword() throws Exception {
    Job job = job();
    assertThat(shown(job)).contains(PASSWORD);
    ClientSecrets.hide(job);

    assertThat(shown(job)).doesNotContain(PASSWORD).contains(ClientSecrets.HIDDEN);
  }

  @Test
  void aTaskHasAllThatItNeeds() throws Exception {
    Job job = job();
    ClientSecrets.hide(job);
    Configuration ofTask = new Configuration(job.getConfiguration());
    ClientSecrets.reveal(ofTask, job.getCredentials());

    job()
        .getConfiguration()
        .forEach(
            each -> {
              if (!each.getValue().startsWith("#client properties")) {
                assertThat(ofTask.get(each.getKey())).isEqualTo(each.getValue());
              }
            });
    assertThat(ofTask.get("AccumuloInputFormat.ClientOpts.ClientProps"))
        .contains("auth.token=" + PASSWORD);
  }
}
