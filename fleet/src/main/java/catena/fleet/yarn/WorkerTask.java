package catena.fleet.yarn;

import catena.harness.run.Json;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;

/**
 * What a task has to know to be a worker; in the credentials of the job, which Hadoop gives to its
 * tasks alone.
 *
 * @param main the class that has {@code int run(String...)}, which takes a command line
 * @param run as {@link catena.fleet.launch.LaunchRequest#run}
 * @param workers how many there are
 * @param options of each worker's command line
 * @param properties the content of Accumulo's client properties
 */
record WorkerTask(String main, String run, int workers, List<String> options, String properties) {
  private static final Text KEY = new Text("catena.fleet.worker");

  WorkerTask {
    options = List.copyOf(options);
  }

  void writeTo(Credentials credentials) throws IOException {
    credentials.addSecretKey(KEY, Json.LINES.writeValueAsBytes(this));
  }

  static WorkerTask readFrom(Credentials credentials) throws IOException {
    byte[] json = credentials.getSecretKey(KEY);
    if (json == null) {
      throw new IOException("the job's credentials do not say what its workers are to do");
    }
    return Json.LINES.readValue(json, WorkerTask.class);
  }

  /** Not of a record's own making, which would print a password. */
  @Override
  public String toString() {
    return workers + " workers of " + run;
  }
}
