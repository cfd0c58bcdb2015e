package catena.report.page;

import catena.harness.history.FaultRecord;
import catena.harness.history.RecoveryMeasure;
import catena.harness.words.Amounts;
import catena.report.history.RunHistory;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What was done to the cluster and how it took it. */
public final class FaultTables {
  private static final int MANY = 12;

  private FaultTables() {}

  /** How recovery went, a row for each kind of fault; empty without faults. */
  public static Optional<Table> kinds(RunHistory run) {
    if (run.faults().isEmpty()) {
      return Optional.empty();
    }
    List<String> measures = Recovery.measures(run.faults());
    List<String> columns =
        new ArrayList<>(List.of("Fault", "Planned", "Proven", "Healed", "Recovered", "Doubted"));
    measures.forEach(measure -> columns.add(RecoveryMeasure.words(measure)));
    Table.Draft table =
        Table.of(
                "recovery",
                "Recovery by kind of fault",
                "Measures: the median and, in brackets, the largest.")
            .columns(columns);
    Recovery.byKind(run.faults())
        .forEach((kind, faults) -> table.row(kind(kind, faults, measures)));
    return Optional.of(table.done());
  }

  private static List<String> kind(String kind, List<FaultRecord> faults, List<String> measures) {
    List<String> row = new ArrayList<>();
    row.add(kind);
    row.add(Formats.whole(faults.size()));
    row.add(count(faults, FaultRecord::proven));
    row.add(count(faults, FaultRecord::healed));
    row.add(count(faults, FaultRecord::recovered));
    row.add(count(faults, f -> !f.doubts().isEmpty()));
    for (String measure : measures) {
      double[] sorted = Recovery.sorted(faults, measure);
      String unit = RecoveryMeasure.unit(measure);
      row.add(
          sorted.length == 0
              ? Formats.NONE
              : Formats.value(Recovery.median(sorted), unit)
                  + " ("
                  + Formats.value(sorted[sorted.length - 1], unit)
                  + ")");
    }
    return row;
  }

  private static String count(List<FaultRecord> faults, Predicate<FaultRecord> which) {
    return Amounts.grouped(faults.stream().filter(which).count());
  }

  /** Every fault; empty without any. */
  static Optional<Table> all(RunHistory run, ZoneId zone) {
    if (run.faults().isEmpty()) {
      return Optional.empty();
    }
    Table.Draft table =
        Table.of("faults", "Faults", "")
            .columns(
                "Number",
                "Fault",
                "Target",
                "Begin",
                "State",
                "Proven after",
                "Recovered after",
                "Proof, outcome and doubts");
    for (FaultRecord fault : run.faults()) {
      List<String> words = new ArrayList<>(fault.doubts());
      fault.evidence().ifPresent(words::add);
      fault.outcome().ifPresent(words::add);
      table.row(
          Formats.whole(fault.id()),
          fault.kind(),
          String.join(", ", fault.targets()),
          Formats.time(fault.startedAt(), zone),
          fault.state(),
          after(fault, fault.provenAt().orElse(-1)),
          after(fault, fault.recoveredAt().orElse(-1)),
          String.join("; ", words));
    }
    return Optional.of(run.faults().size() > MANY ? table.folded() : table.done());
  }

  private static String after(FaultRecord fault, long at) {
    return at < 0 ? Formats.NONE : Formats.seconds(Math.max(0, at - fault.startedAt()) / 1000.0);
  }
}
