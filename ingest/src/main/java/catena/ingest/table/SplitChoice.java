package catena.ingest.table;

import catena.graph.NodeCodec;
import catena.records.words.UsageException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Where a new table is to be split. */
public sealed interface SplitChoice {
  /** At even distances in a range of rows; {@code number} split points make one tablet more. */
  record Even(long rowMin, long rowMax, int number) implements SplitChoice {
    /** Refuses a range too small. */
    public Even {
      if (number >= rowMax - rowMin) {
        throw new UsageException(
            number + " splits do not fit between the " + (rowMax - rowMin) + " rows; give fewer");
      }
    }
  }

  /** At these rows. */
  record Listed(List<String> rows) implements SplitChoice {}

  /** At even distances, so that each tablet server gets so many tablets. */
  record PerServer(long rowMin, long rowMax, int tablets) implements SplitChoice {}

  /** The rows to split at. */
  default List<String> rows(int servers) {
    if (this instanceof Even even) {
      return even(even);
    } else if (this instanceof PerServer per) {
      return even(new Even(per.rowMin, per.rowMax, Math.max(1, servers) * per.tablets - 1));
    }
    return ((Listed) this).rows;
  }

  private static List<String> even(Even even) {
    BigInteger range = BigInteger.valueOf(even.rowMax - even.rowMin);
    BigInteger tablets = BigInteger.valueOf(even.number + 1L);
    List<String> rows = new ArrayList<>(even.number);
    for (int i = 1; i <= even.number; i++) {
      long offset = range.multiply(BigInteger.valueOf(i)).divide(tablets).longValueExact();
      rows.add(NodeCodec.rowText(even.rowMin + offset));
    }
    return rows;
  }
}
