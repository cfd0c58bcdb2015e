package catena.ingest;

import catena.harness.run.Environment;
import catena.harness.run.Json;
import catena.harness.run.RunDirectory;
import java.io.IOException;
import java.util.SortedMap;

/**
 * With what an earlier run is carried on.
 *
 * @param settings the effective ones
 */
record Resumption(Environment environment, SortedMap<String, String> settings) {
  void writeTo(RunDirectory directory) throws IOException {
    directory.writeAtomically(
        directory.resumption(environment.startMillis()),
        Json.PRETTY.writeValueAsBytes(this),
        "with what the run is carried on");
  }
}
