// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.security.Credentials;

/**
 * Keeps a user's password or token out of a job's configuration, which the pages of YARN and of the
 * history server show: it goes with the job's credentials, which Hadoop gives to tasks alone.
 */
public final class ClientSecrets {
  private static final String PREFIX = "catena.secret.";
  private static final String TOKEN = "auth.token";

  /** What the configuration says in its place. */
  static final String HIDDEN = "in the credentials of the job";

  private ClientSecrets() {}

  /** Takes all client properties out of the configuration of a job that is ready otherwise. */
  public static void hide(Job job) {
    Configuration conf = job.getConfiguration();
    List<String> keys = new ArrayList<>();
    for (Map.Entry<String, String> each : conf) {
      if (each.getValue().contains(TOKEN)) {
        keys.add(each.getKey());
      }
    }
    for (String key : keys) {
      byte[] secret = conf.getRaw(key).getBytes(StandardCharsets.UTF_8);
      job.getCredentials().addSecretKey(new Text(PREFIX + key), secret);
      conf.set(key, HIDDEN);
    }
  }

  /** Puts them into a configuration in memory, for a task that has the credentials. */
  public static void reveal(Configuration conf, Credentials credentials) {
    for (Text name : credentials.getAllSecretKeys()) {
      if (name.toString().startsWith(PREFIX)) {
        String key = name.toString().substring(PREFIX.length());
        conf.set(key, new String(credentials.getSecretKey(name), StandardCharsets.UTF_8));
      }
    }
  }
}
