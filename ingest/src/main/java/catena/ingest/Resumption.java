package catena.ingest;

import catena.harness.run.Environment;
import catena.harness.run.Json;
import catena.harness.run.RunDirectory;
import java.io.IOException;
import java.util.SortedMap;

/**
 * With what an earlier run is carried on; {@code resumed-<milliseconds since 1970>.json}.
 *
 * @param settings the effective ones
 */
record Resumption(Environment environment, SortedMap<String, String> settings) {
  void writeTo(RunDirectory directory) throws IOException {
    directory.writeAtomically(
        directory.path("resumed-" + environment.startMillis() + ".json"),
        Json.PRETTY.writeValueAsBytes(this),
        "with what the run is carried on");
  }
}
