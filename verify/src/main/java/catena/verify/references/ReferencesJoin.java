package catena.verify.references;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.read.check.Count;
import catena.read.check.RangeMerge;
import catena.records.verdict.Finding;
import catena.verify.exact.ExactVerification;
import catena.verify.result.PassResult;
import catena.verify.row.Mention;
import catena.verify.row.RangeReport;
import catena.verify.row.RowRange;
import catena.verify.row.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;

/**
 * The join of references mode, without MapReduce: what entries say of rows, and what all that is
 * said of one row comes to.
 */
public final class ReferencesJoin {
  /** Begins a line of the rows that refer to an undefined one. */
  static final String UNDEFINED = "U ";

  /** Begins a line of a corrupt entry. */
  static final String CORRUPT = "C ";

  /** Begins a line of what a task says of its range. */
  static final String RANGE = "R ";

  /** The number of what is said of no row: of a range, or of a corrupt entry without a number. */
  static final long NO_ROW = -1;

  /** How many referrers of a row are kept. */
  static final int MOST_REFERRERS = 1000;

  /** Takes what is said of a row. */
  @FunctionalInterface
  public interface Out<T> {
    /** Takes one. */
    void write(long row, T what) throws IOException, InterruptedException;
  }

  private record Line(long row, String text) {}

  private final long from;
  private final long to;

  /** A join of references that lead into some rows; others are not followed. */
  ReferencesJoin(RowRange within) {
    this(within.firstNumber(), within.endNumber());
  }

  ReferencesJoin(long from, long to) {
    this.from = from;
    this.to = to;
  }

  /** Says of an entry's row that it is here, and of its previous row that it is referred to. */
  void entry(Entry entry, Out<Mention> out) throws IOException, InterruptedException {
    long number = NodeCodec.row(entry.row());
    Decoded decoded = NodeCodec.decode(entry);
    if (decoded instanceof Decoded.Corrupt corrupt) {
      Mention mention = Mention.corrupt(corrupt.reason() + "\n" + entry);
      out.write(number < 0 ? NO_ROW : number, mention);
    } else if (decoded instanceof Decoded.Sound sound) {
      out.write(number, Mention.here());
      if (sound.previous() >= from && sound.previous() < to) {
        out.write(sound.previous(), Mention.referredToBy(number));
      }
    }
  }

  /** Says of a range that all of its entries were told. */
  void range(RowRange range, Out<Mention> out) throws IOException, InterruptedException {
    RangeReport whole = new RangeReport(range, Map.of(), Map.of(), Optional.empty());
    out.write(NO_ROW, Mention.range(whole));
  }

  /**
   * Counts a row by what is said of it; tells if it is undefined, of corrupt ones and of ranges.
   */
  static void row(
      long row, Iterable<Mention> mentions, ObjLongConsumer<Count> counts, Out<String> out)
      throws IOException, InterruptedException {
    boolean here = false;
    long references = 0;
    List<String> referrers = new ArrayList<>();
    for (Mention mention : mentions) {
      if (mention.isRange()) {
        out.write(row, RANGE + mention.evidence());
      } else if (mention.isCorrupt()) {
        counts.accept(Count.CORRUPT, 1);
        out.write(row, CORRUPT + mention.evidence());
      } else if (mention.isHere()) {
        here = true;
      } else if (references++ < MOST_REFERRERS) {
        referrers.add(NodeCodec.rowText(mention.referrer()));
      }
    }
    if (here) {
      counts.accept(references > 0 ? Count.REFERENCED : Count.UNREFERENCED, 1);
    } else if (references > 0) {
      counts.accept(Count.UNDEFINED, 1);
      out.write(row, UNDEFINED + String.join(" ", referrers));
    }
  }

  /**
   * A pass over a graph's whole table without MapReduce, by one thread and in a fixed order: the
   * same ranges, join, account and settlement as those of a job.
   *
   * @param handedOut the ranges, which fill the table
   * @param sink takes what is found
   */
  public static PassResult verify(
      ExactVerification.Context context,
      List<RowRange> handedOut,
      ExactVerification.Scans scans,
      Out<Finding> sink)
      throws InterruptedException {
    ReferencesConclusion conclusion =
        new ReferencesConclusion(
            Optional.of(context.graph()),
            context.before(),
            context.now(),
            context.reader(),
            context.user(),
            context.eventual(),
            List.of(RowRange.ALL),
            handedOut,
            context.clock(),
            row -> false,
            sink);
    Tally tally = new Tally();
    Map<Long, List<Mention>> said = new TreeMap<>();
    Out<Mention> mentions =
        (row, mention) -> said.computeIfAbsent(row, any -> new ArrayList<>()).add(mention);
    ReferencesJoin join = new ReferencesJoin(RowRange.ALL);
    try {
      for (RowRange range : handedOut) {
        RangeMerge.Scan scan = scans.open(range.toRange());
        for (Entry entry = scan.next(); entry != null; entry = scan.next()) {
          join.entry(entry, mentions);
          tally.one(Count.ENTRIES);
        }
        join.range(range, mentions);
      }
      List<Line> lines = new ArrayList<>();
      for (Map.Entry<Long, List<Mention>> row : said.entrySet()) {
        Out<String> out = (of, text) -> lines.add(new Line(of, text));
        row(row.getKey(), row.getValue(), tally::add, out);
      }
      for (Line line : lines) {
        conclusion.range(line.text);
      }
      for (Line line : lines) {
        conclusion.row(line.row, line.text);
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // as a task that fails ends a job
      conclusion.broken(e);
    }
    return conclusion.conclude(tally);
  }
}
