// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Entry;
import catena.graph.judge.Selection;
import catena.read.check.Lookup;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.accumulo.core.client.IteratorSetting;
import org.apache.accumulo.core.client.ScannerBase;
import org.apache.accumulo.core.iterators.user.RegExFilter;

/**
 * A filter of scans by a regular expression of the column qualifier, at the servers or in the
 * client; for any thread.
 *
 * <p>At the servers it is Accumulo's own {@link RegExFilter}, which needs no class of Catena on
 * their class path. Neither side knows the {@link Selection} that the expression spells: the rows
 * that pass are judged by it.
 */
public final class ScanFilter {
  /** Who filters. */
  public enum Side {
    /** No filter: every row is returned. */
    NONE,
    /** The client: the servers send every row, and the client drops what does not match. */
    CLIENT,
    /** The servers: they send what matches. */
    SERVER
  }

  /** No filter. */
  public static final ScanFilter NONE = new ScanFilter(Side.NONE, Selection.ALL);

  /** After the iterators of the table, whose priorities are below 100. */
  private static final int PRIORITY = 1000;

  private static final String NAME = "catena-filter";

  private final Side side;
  private final Selection selection;
  private final Pattern pattern;

  /** A filter that lets a selection pass. */
  public ScanFilter(Side side, Selection selection) {
    this.side = side;
    this.selection = selection;
    this.pattern = Pattern.compile(selection.expression());
  }

  /** Asks the servers for one cell of each row, where it has the same family in all of them. */
  public static ScanFilter ofCell(int cell) {
    return new ScanFilter(Side.SERVER, Selection.ofCell(cell));
  }

  /** Who filters. */
  public Side side() {
    return side;
  }

  /** What is to pass. */
  public Selection selection() {
    return selection;
  }

  /** Makes the servers filter what a scanner returns, if they are to. */
  public void setAt(ScannerBase scanner) {
    if (selection.cell() != Selection.WHOLE) {
      scanner.fetchColumnFamily(selection.family());
    } else if (side == Side.SERVER) {
      scanner.addScanIterator(atServers());
    }
  }

  /** The iterator that filters at the servers. */
  IteratorSetting atServers() {
    IteratorSetting setting = new IteratorSetting(PRIORITY, NAME, RegExFilter.class);
    RegExFilter.setRegexs(setting, null, null, selection.expression(), null, false);
    return setting;
  }

  /** Whether an entry that the servers returned is to be kept. */
  public boolean keeps(Entry entry) {
    return side != Side.CLIENT
        || pattern.matcher(new String(entry.qualifier(), StandardCharsets.ISO_8859_1)).matches();
  }

  /** Reads rows as another lookup does, and drops what this filter drops in the client. */
  Lookup over(Lookup unfiltered) {
    return side != Side.CLIENT
        ? unfiltered
        : rows -> {
          Map<String, List<Entry>> kept = new HashMap<>();
          unfiltered
              .rows(rows)
              .forEach(
                  (row, entries) -> {
                    List<Entry> passing = new ArrayList<>(entries);
                    passing.removeIf(entry -> !keeps(entry));
                    kept.put(row, passing);
                  });
          return kept;
        };
  }
}
