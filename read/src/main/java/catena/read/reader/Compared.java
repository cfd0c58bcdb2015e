package catena.read.reader;

import catena.graph.Position;
import catena.read.check.Count;
import catena.read.settle.ReadTally;
import catena.records.words.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether readers have compared anything that was promised; if not, they have proven nothing. */
final class Compared {
  private final String name;
  private final Reading reading;
  private final ReadTally tally;

  Compared(String name, Reading reading, ReadTally tally) {
    this.name = name;
    this.reading = reading;
    this.tally = tally;
  }

  /** Why nothing was compared, in a sentence; empty if something was. */
  Optional<String> doubt() {
    long compared = tally.get(Count.EXACT) + tally.get(Count.SOUND) + tally.get(Count.PASSED);
    return compared > 0 ? Optional.empty() : Optional.of(name + ": " + why());
  }

  private String why() {
    String table = reading.target().table();
    if (tally.get(Count.READS) == 0) {
      return tally.get(Count.TIMEOUTS) > 0
          ? "no read of table %s was answered, and %s timed out: is every tablet hosted?"
              .formatted(table, Amounts.grouped(tally.get(Count.TIMEOUTS)))
          : "nothing was read: no row of table %s was found to begin with, or the readers were stopped before"
              .formatted(table);
    }
    if (reading.promise().isEmpty()) {
      return "nothing was read: no sound entry of table %s was seen".formatted(table);
    }
    if (!isAnythingPromised()) {
      return tally.get(Count.ENTRIES) == 0
          ? "nothing was read: no entry of table %s was seen, and none was promised"
              .formatted(table)
          : "nothing was promised: no ledger acknowledges a window";
    }
    return "nothing that was promised was compared, only " + String.join("; ", others());
  }

  private boolean isAnythingPromised() {
    return reading.promise().orElseThrow().last().writers().values().stream()
        .anyMatch(progress -> Position.ORIGIN.isBefore(progress.acknowledged()));
  }

  /** What the rows were that were looked at. */
  private List<String> others() {
    List<String> others = new ArrayList<>();
    say(others, Count.HIDDEN, "%s hidden from the authorizations in use (read.auths)");
    say(others, Count.UNSELECTED, "%s left out by the filter (scan.filter)");
    say(others, Count.GONE, "%s deleted and gone, as in an empty table");
    say(others, Count.INDETERMINATE, "%s with an indeterminate write, of which any state is right");
    say(others, Count.UNPROMISED, "%s of writers without a ledger");
    say(others, Count.CHANGED, "%s written while they were read");
    say(others, Count.REREAD, "%s not right at once, and read again");
    if (others.isEmpty()) {
      others.add("rows to which no writer has come, as far as the ledgers say");
    }
    return others;
  }

  private void say(List<String> to, Count count, String sentence) {
    long n = tally.get(count);
    if (n > 0) {
      to.add(sentence.formatted(n == 1 ? "1 row" : Amounts.grouped(n) + " rows"));
    }
  }
}
