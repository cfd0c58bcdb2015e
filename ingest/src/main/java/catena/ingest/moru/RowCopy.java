// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.graph.judge.Expectation;
import catena.graph.judge.Judgement;
import catena.graph.judge.Judgement.Standing;
import catena.read.check.SeenRow;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes each entry that is read and is to be written again, and judges each row once all of it was
 * read; holds one row.
 */
public final class RowCopy {
  private final Expectation expectation;
  private final Clock clock;
  private final List<Entry> row = new ArrayList<>();
  private long read;
  private long exact;

  /**
   * A copy of what is still to be read.
   *
   * @param expectation judges by what was promised before
   * @param clock gives the time when a row was read
   */
  public RowCopy(Expectation expectation, Clock clock) {
    this.expectation = expectation;
    this.clock = clock;
  }

  /**
   * Takes the next entry, whatever it is; entries come in the order of the table.
   *
   * @return the row before it, if all of that was read and it is not as promised
   */
  public Optional<SeenRow> entry(Entry entry) {
    boolean same = row.isEmpty() || NodeCodec.isSameRow(row.get(0).row(), entry.row());
    Optional<SeenRow> differing = same ? Optional.empty() : end();
    row.add(entry);
    read++;
    return differing;
  }

  /** Judges the last row, of which nothing more comes; returns it if it is not as promised. */
  public Optional<SeenRow> end() {
    if (row.isEmpty()) {
      return Optional.empty();
    }
    byte[] name = row.get(0).row();
    Judgement judgement = expectation.judge(name, row);
    Optional<SeenRow> differing =
        judgement.isSound()
            ? Optional.empty()
            : Optional.of(new SeenRow(name, row, clock.millis()));
    if (judgement.isSound() && judgement.standing() == Standing.PRESENT) {
      exact++;
    }
    row.clear();
    return differing;
  }

  /** How many entries were read. */
  public long read() {
    return read;
  }

  /** How many rows held exactly what was promised. */
  public long exact() {
    return exact;
  }
}
