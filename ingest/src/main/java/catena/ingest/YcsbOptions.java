package catena.ingest;

import catena.harness.activity.CommandOptions;
import catena.harness.command.CommonOptions;
import catena.records.words.Problems;
import com.beust.jcommander.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The argument of the command: the run whose ingest has loaded the records. */
final class YcsbOptions extends CommandOptions {
  @Parameter(
      description =
          "RUN: the run directory whose ingest loaded the records; its writers update them")
  private List<String> loads = new ArrayList<>();

  @Override
  public Optional<String> directory() {
    return loads.isEmpty() ? Optional.empty() : Optional.of(loads.get(0));
  }

  void check(CommonOptions common, Problems problems) {
    problems.unless(
        loads.size() == 1,
        loads.isEmpty()
            ? "name the run directory whose ingest loaded the records: bin/catena ycsb RUN"
            : "ycsb works within one run directory, not " + loads.size());
    problems.unless(
        common.runDir().isEmpty(), "ycsb works within the run that it names; leave --run-dir out");
  }
}
