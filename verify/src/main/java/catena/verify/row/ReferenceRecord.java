// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * What one entry says of one row, in references mode: the row is here, another row refers to it, or
 * the entry is corrupt; or what a task reports on its range. And what the join says of a row that
 * is referred to and not here.
 *
 * <p>As compact as the paper's: a variable-length number, -1 for the row itself, else the row that
 * refers to it; only what a reducer writes carries a text with it.
 */
public final class ReferenceRecord implements Writable {
  private static final long HERE = -1;
  private static final long CORRUPT = -2;
  private static final long RANGE = -3;
  private static final long UNDEFINED = -4;

  private long referrer = HERE;
  private String evidence = "";

  /** Made by Hadoop, and filled by {@link #readFields}. */
  public ReferenceRecord() {}

  private ReferenceRecord(long referrer, String evidence) {
    this.referrer = referrer;
    this.evidence = evidence;
  }

  /** A mention of the row itself. */
  public static ReferenceRecord here() {
    return new ReferenceRecord(HERE, "");
  }

  /**
   * A mention by another row.
   *
   * @param row the number of that row, at least 0
   */
  public static ReferenceRecord referredToBy(long row) {
    return new ReferenceRecord(row, "");
  }

  /**
   * A mention of a corrupt entry of the row.
   *
   * @param what is wrong with it, and its bytes, for the user
   */
  public static ReferenceRecord corrupt(String what) {
    return new ReferenceRecord(CORRUPT, what);
  }

  /** A mention of no row, but of a range that a task scanned. */
  public static ReferenceRecord range(RangeReport report) {
    return new ReferenceRecord(RANGE, new String(report.toBytes(), StandardCharsets.ISO_8859_1));
  }

  /**
   * What is joined of a row without a sound entry to which others refer.
   *
   * @param referrers their rows, which are in the evidence with spaces between them
   */
  public static ReferenceRecord undefined(List<String> referrers) {
    return new ReferenceRecord(UNDEFINED, String.join(" ", referrers));
  }

  /** Whether the row itself is in the table. */
  public boolean isHere() {
    return referrer == HERE;
  }

  /** Whether the row has a corrupt entry. */
  public boolean isCorrupt() {
    return referrer == CORRUPT;
  }

  /** Whether it is of a range of rows. */
  public boolean isRange() {
    return referrer == RANGE;
  }

  /** Whether the row is referred to and not in the table. */
  public boolean isUndefined() {
    return referrer == UNDEFINED;
  }

  /** The row that refers to this one, if it is such a mention. */
  public long referrer() {
    return referrer;
  }

  /** What is wrong with the corrupt entry, the report of the range, or what refers to the row. */
  public String evidence() {
    return evidence;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVLong(out, referrer);
    if (referrer < HERE) {
      Text.writeString(out, evidence);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    referrer = WritableUtils.readVLong(in);
    if (referrer < HERE) {
      evidence = Text.readString(in);
    }
  }
}
