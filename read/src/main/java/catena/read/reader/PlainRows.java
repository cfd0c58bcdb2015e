// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.graph.judge.Difference;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.read.check.Count;
import catena.read.check.RangeMerge;
import catena.read.check.RowChecker;
import catena.read.check.View;
import catena.read.settle.OpenRow;
import catena.read.settle.ReadTally;
import catena.read.settle.ReaderSettler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges rows of a table that has no graph: layout and checksum of each entry, and whether each row
 * that an entry refers to is there.
 */
final class PlainRows implements RowChecker {
  private final ReaderSettler settler;
  private final View view;
  private final String client;
  private final ReadTally tally;
  private final List<OpenRow> missing = new ArrayList<>();

  PlainRows(ReaderSettler settler, View view, String client, ReadTally tally) {
    this.settler = settler;
    this.view = view;
    this.client = client;
    this.tally = tally;
  }

  @Override
  public void begin() {
    missing.clear();
  }

  @Override
  public boolean row(byte[] row, List<Entry> seen, Optional<Entry> referrer) {
    tally.returned(seen);
    boolean sound = true;
    for (Entry entry : seen) {
      sound &= entry(entry);
    }
    if (seen.isEmpty() && referrer.isPresent()) {
      missing.add(settler.suspect(view, client, tally, Promise.NONE, row, seen, referrer));
      return false;
    }
    return sound;
  }

  private boolean entry(Entry entry) {
    if (NodeCodec.decode(entry) instanceof Decoded.Corrupt corrupt) {
      Difference difference =
          new Difference(
              FindingKind.CORRUPT,
              NodeCodec.rowText(entry.row()),
              Optional.empty(),
              Optional.of(entry),
              corrupt.reason());
      settler.found(client, view, difference, "an entry of the format");
      return false;
    }
    tally.one(Count.SOUND);
    return true;
  }

  @Override
  public void range(long from, long to, RangeMerge.Scan scan)
      throws IOException, InterruptedException {
    for (Entry entry = scan.next(); entry != null; entry = scan.next()) {
      tally.returned(entry);
      entry(entry);
    }
  }

  @Override
  public void end() throws IOException, InterruptedException {
    if (!missing.isEmpty()) {
      settler.settle(missing);
      missing.clear();
    }
  }
}
