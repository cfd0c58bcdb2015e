package catena.recompute.rule;

import catena.recompute.raw.RawRun;
import catena.recompute.sheet.Cell;
import catena.recompute.sheet.Sheet;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** The table of the servers that were added: times count from when each was told to start. */
final class AdditionSheet {
  private static final double MILLIS = 1000;
  private static final int SERVER = 1;
  private static final int ADDRESS = 2;
  private static final int BEGUN = 3;
  private static final int REGISTERED = 4;
  private static final int HOSTING = 5;
  private static final int BALANCED = 6;
  private static final int TABLETS = 7;

  private AdditionSheet() {}

  /** The table; empty if none was added. */
  static Optional<Sheet> of(RawRun run, ZoneId zone) {
    if (run.additions().isEmpty()) {
      return Optional.empty();
    }
    Sheet sheet =
        new Sheet(
            "servers-added",
            "Servers added",
            List.of(
                "Server",
                "Address",
                "Added at",
                "Registered after",
                "First tablet after",
                "Balanced after",
                "Tablets then"),
            List.of("Server"));
    for (List<String> line : run.additions()) {
      sheet.row(
          Cell.text(line.get(SERVER)),
          Cell.text(line.get(ADDRESS).isEmpty() ? "–" : line.get(ADDRESS)),
          TableSheets.time(Long.parseLong(line.get(BEGUN)), zone),
          after(line, REGISTERED),
          after(line, HOSTING),
          after(line, BALANCED),
          Cell.count(
              line.get(TABLETS).isEmpty() ? Double.NaN : Double.parseDouble(line.get(TABLETS))));
    }
    return Optional.of(sheet);
  }

  private static Cell after(List<String> line, int column) {
    String at = line.get(column);
    return Cell.seconds(
        at.isEmpty()
            ? Double.NaN
            : (Long.parseLong(at) - Long.parseLong(line.get(BEGUN))) / MILLIS);
  }
}
