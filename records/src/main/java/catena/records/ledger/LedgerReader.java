// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import catena.graph.Position;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads what a ledger says, in memory that does not grow with it; the writer may be at work. */
public final class LedgerReader {
  private LedgerReader() {}

  /**
   * What the ledger says now.
   *
   * @throws IOException if it cannot be read; damage is no exception but part of the state
   */
  public static LedgerState read(FileSystem fs, Path path) throws IOException {
    LedgerFold fold = new LedgerFold();
    return fold.state(LedgerScan.scan(fs, path, fold));
  }

  /**
   * When the windows that hold these positions were written, by a second pass over the file; those
   * that no window holds are left out.
   *
   * <p>A window that was sent more than once counts from the first time.
   *
   * @param positions in memory, like the result
   */
  public static Map<Position, WindowTimes> windowsOf(
      FileSystem fs, Path path, NavigableSet<Position> positions) throws IOException {
    Map<Position, WindowTimes> found = new HashMap<>();
    LedgerScan.scan(
        fs,
        path,
        new Consumer<LedgerLine>() {
          /** Those of the positions that the last intent holds. */
          private List<Position> pending = List.of();

          private long intendedAt;

          @Override
          public void accept(LedgerLine line) {
            if (line instanceof LedgerLine.Intent intent) {
              Window window = intent.window();
              pending = List.copyOf(positions.subSet(window.from(), true, window.to(), false));
              intendedAt = intent.millis();
              pending.forEach(position -> intended(position, window, intendedAt));
            } else if (line instanceof LedgerLine.Shortened shorter) {
              pending.stream() // this attempt has sent nothing of them; an earlier one may have
                  .filter(position -> !position.isBefore(shorter.to()))
                  .filter(position -> found.get(position).intendedMillis() == intendedAt)
                  .forEach(found::remove);
              pending =
                  pending.stream().filter(position -> position.isBefore(shorter.to())).toList();
            } else {
              if (line instanceof LedgerLine.Acknowledged acknowledged) {
                OptionalLong at = OptionalLong.of(acknowledged.millis());
                pending.forEach(
                    position ->
                        found.computeIfPresent(
                            position,
                            (same, sent) ->
                                new WindowTimes(sent.window(), sent.intendedMillis(), at)));
              }
              pending = List.of();
            }
          }

          private void intended(Position position, Window window, long millis) {
            WindowTimes before = found.get(position);
            if (before == null || before.acknowledgedMillis().isEmpty()) {
              long first = before == null ? millis : before.intendedMillis();
              found.put(position, new WindowTimes(window, first, OptionalLong.empty()));
            }
          }
        });
    return found;
  }
}
