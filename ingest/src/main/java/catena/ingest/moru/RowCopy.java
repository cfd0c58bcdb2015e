// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.graph.judge.Expectation;
import catena.graph.judge.Judgement;
import catena.graph.judge.Judgement.Standing;
import catena.read.check.SeenRow;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes again each entry that is read, and has each row judged once all of it was read; holds one
 * row.
 */
public final class RowCopy {
  /** Receives what is to be written. */
  @FunctionalInterface
  public interface Writer {
    /** Writes an entry; that it was acknowledged is known once the writer is closed. */
    void write(Entry entry) throws IOException, InterruptedException;
  }

  /** Receives rows that are not as promised. */
  @FunctionalInterface
  public interface Differing {
    /** Receives one. */
    void row(SeenRow row) throws IOException, InterruptedException;
  }

  private final Expectation expectation;
  private final Clock clock;
  private final Writer writer;
  private final Differing differing;
  private final List<Entry> row = new ArrayList<>();
  private long read;
  private long exact;

  /**
   * A copy of what is still to be read.
   *
   * @param expectation judges by what was promised before
   * @param clock gives the time when a row was read
   */
  public RowCopy(Expectation expectation, Clock clock, Writer writer, Differing differing) {
    this.expectation = expectation;
    this.clock = clock;
    this.writer = writer;
    this.differing = differing;
  }

  /** Writes the next entry again, whatever it is; entries come in the order of the table. */
  public void entry(Entry entry) throws IOException, InterruptedException {
    if (!row.isEmpty() && !NodeCodec.isSameRow(row.get(0).row(), entry.row())) {
      judge();
    }
    row.add(entry);
    read++;
    writer.write(entry);
  }

  /** Judges the last row; nothing more comes. */
  public void end() throws IOException, InterruptedException {
    if (!row.isEmpty()) {
      judge();
    }
  }

  private void judge() throws IOException, InterruptedException {
    byte[] name = row.get(0).row();
    Judgement judgement = expectation.judge(name, row);
    if (!judgement.isSound()) {
      differing.row(new SeenRow(name, row, clock.millis()));
    } else if (judgement.standing() == Standing.PRESENT) {
      exact++;
    }
    row.clear();
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
