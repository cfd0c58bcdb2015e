// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Entry;
import catena.graph.judge.Selection;
import catena.graph.judge.Selection.By;
import catena.harness.accumulo.Entries;
import catena.read.check.Lookup;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.IteratorSetting;
import org.apache.accumulo.core.client.ScannerBase;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.iterators.user.RegExFilter;
import org.apache.accumulo.core.iterators.user.WholeRowIterator;
import org.apache.commons.lang3.function.Failable;

/**
 * A filter of scans by a regular expression, at the servers or in the client; for any thread.
 *
 * <p>At the servers it is Accumulo's own {@link RegExFilter}, or the request for a family, which
 * need no class of Catena on their class path. Neither side knows the {@link Selection} that the
 * expression spells: what passes is judged by it. Rows by the value of their last cell are encoded
 * as one entry each, which ends in that value.
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
  private final Predicate<Entry> passes;

  /** A filter that lets a selection pass. */
  public ScanFilter(Side side, Selection selection) {
    this.side = side;
    this.selection = selection;
    Predicate<String> matches = Pattern.compile(selection.expression()).asMatchPredicate();
    this.passes = entry -> matches.test(compared(entry));
  }

  /** Asks the servers for one cell of each row, where it has the same family in all of them. */
  public static ScanFilter ofCell(int cell) {
    return new ScanFilter(Side.SERVER, Selection.of(By.FAMILY, 1, cell));
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
    if (side == Side.SERVER && selection.by() == By.FAMILY) {
      scanner.fetchColumnFamily(selection.family());
    } else if (side == Side.SERVER) {
      atServers().forEach(scanner::addScanIterator);
    }
  }

  /** The iterators that filter at the servers, in their order. */
  List<IteratorSetting> atServers() {
    IteratorSetting matching = new IteratorSetting(PRIORITY + 1, NAME, RegExFilter.class);
    String expression = selection.expression();
    boolean ofRows = selection.by() == By.ROW;
    RegExFilter.setRegexs(
        matching, ofRows ? expression : null, null, null, ofRows ? null : expression, false);
    RegExFilter.setEncoding(matching, StandardCharsets.ISO_8859_1.name()); // values are any bytes
    return selection.by() == By.ROW_OF_VALUE
        ? List.of(new IteratorSetting(PRIORITY, WholeRowIterator.class), matching)
        : List.of(matching);
  }

  private String compared(Entry entry) {
    return new String(
        switch (selection.by()) {
          case ROW -> entry.row();
          case FAMILY -> entry.family();
          case VALUE, ROW_OF_VALUE -> entry.value();
        },
        StandardCharsets.ISO_8859_1);
  }

  /** The entries of a row that are to be kept of what the servers returned of it. */
  List<Entry> kept(List<Entry> row) {
    if (side == Side.CLIENT) {
      return selection.kept(row, passes);
    }
    return side == Side.SERVER && selection.by() == By.ROW_OF_VALUE
        ? row.stream().flatMap(ScanFilter::decoded).toList()
        : row;
  }

  private static Stream<Entry> decoded(Entry encoded) {
    Key row = new Key(encoded.row());
    return Failable.get(() -> WholeRowIterator.decodeRow(row, new Value(encoded.value())))
        .entrySet()
        .stream()
        .map(cell -> Entries.of(cell.getKey(), cell.getValue()));
  }

  /** Reads rows as another lookup does, and keeps what is to be kept. */
  Lookup over(Lookup unfiltered) {
    return rows -> {
      Map<String, List<Entry>> kept = new HashMap<>(unfiltered.rows(rows));
      kept.replaceAll((row, entries) -> kept(entries));
      return kept;
    };
  }
}
