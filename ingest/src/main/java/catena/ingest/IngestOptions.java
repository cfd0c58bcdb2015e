// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.harness.activity.CommandOptions;
import catena.harness.command.CommonOptions;
import catena.ingest.table.IngestTarget;
import catena.ingest.write.IngestPlan;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import com.beust.jcommander.Parameter;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** What only the command line can ask of ingest: to carry on what another process began. */
final class IngestOptions extends CommandOptions {
  @Parameter(
      names = "--resume",
      description = "continue the writers of this run directory, killed or finished")
  private String resume;

  @Override
  public Optional<String> directory() {
    return Optional.ofNullable(resume);
  }

  void check(Settings own, CommonOptions common, Problems problems) {
    problems.unless(
        resume == null || common.runDir().isEmpty(),
        "--resume carries on within the run directory that it names; leave --run-dir out");
    problems.unless(
        resume == null || own.origin(IngestPlan.CLIENTS.key()).filter("-o"::equals).isEmpty(),
        "--resume carries on all writers of the run; leave ingest.clients out");
  }

  /**
   * Finds out whether the run that is carried on wrote into this table.
   *
   * @throws UsageException if it is no run of ingest, or wrote into another table
   */
  void check(IngestTarget target) throws IOException {
    if (resume == null) {
      return;
    }
    try (RunDirectory directory = RunDirectory.open(resume, new Configuration())) {
      GraphFile run =
          GraphFile.read(directory)
              .orElseThrow(
                  () ->
                      new UsageException(
                          resume + " has no graph.json: name the directory of an ingest run"));
      Optional<String> differs = target.asRunTable().differs(directory, run);
      if (differs.isPresent()) {
        throw new UsageException(differs.get());
      }
    }
  }
}
