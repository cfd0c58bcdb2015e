// SPDX-License-Identifier: Apache-2.0
package catena.scenario.cluster;

import catena.cluster.control.Instrument;
import catena.cluster.spec.ClusterFiles;
import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.harness.instance.ServerId;
import catena.records.run.Environment;
import catena.records.run.Json;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Reasons;
import java.io.IOException;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Reports in the verdict and the report of a run that defects were planted into its servers during
 * the run: what is found then is no defect of Accumulo.
 */
public final class MutantCompanion implements Companion {
  @Override
  public String name() {
    return "mutants";
  }

  @Override
  public Attendance attend(RunContext run, Settings whole) throws IOException {
    Optional<ClusterFiles> files = ClusterFiles.of(run);
    if (files.isEmpty() || !files.get().spec().instrument()) {
      return Attendance.NONE;
    }
    // The run began before this process did, where it was taken over.
    long from =
        Json.read(run.directory(), run.directory().environment(), Environment.class)
            .map(Environment::startMillis)
            .orElse(run.clock().millis());
    return () -> outcome(files.get(), from);
  }

  /** Reads the agents' logs once, at the end of the run. */
  private static PartOutcome outcome(ClusterFiles files, long from) {
    Instrument agent = new Instrument(files.instrument());
    SortedSet<String> mutants = new TreeSet<>();
    try {
      for (ServerId server : files.spec().ids()) {
        mutants.addAll(agent.mutants(server, from));
      }
    } catch (IOException e) {
      return PartOutcome.doubt(
          "whether defects were planted into the servers is not known: " + Reasons.of(e));
    }
    return mutants.isEmpty()
        ? PartOutcome.NOTHING
        : PartOutcome.remark("mutants: defects were planted into the servers, " + mutants);
  }
}
