// SPDX-License-Identifier: Apache-2.0
package catena.simulation.process;

import catena.graph.Entry;
import catena.ingest.write.BulkLoader;
import catena.read.check.Ledgers;
import catena.read.check.Lookup;
import catena.records.verdict.PartOutcome;
import catena.simulation.oracle.Said;
import catena.simulation.oracle.Truth;
import java.util.function.Predicate;
import org.apache.accumulo.core.client.BatchWriter;

/**
 * Breaks the checks on purpose, at the places where they meet the world, for the proof that the
 * simulation notices. Each way does nothing unless it is overridden.
 */
public interface Sabotage {
  /** The checks as they are. */
  Sabotage NONE = new Sabotage() {};

  /** What the checks believe that the ledgers say. */
  default Ledgers.LedgerSnapshot ledgers(Ledgers.LedgerSnapshot read) {
    return read;
  }

  /** What the judge believes that its reader may see. */
  default Predicate<String> visible(Predicate<String> right) {
    return right;
  }

  /** Whether the judge believes that rows came as they were at one moment. */
  default boolean isolated(boolean right) {
    return right;
  }

  /** What the check takes a scanned entry for. */
  default Entry scanned(Entry entry, Truth truth) {
    return entry;
  }

  /** How rows are read again. */
  default Lookup lookup(Lookup right, Truth truth) {
    return right;
  }

  /** What a writer hears of an import that it revoked. */
  default BulkLoader.End revoked(BulkLoader.End right) {
    return right;
  }

  /** What references mode believes that the ledgers say. */
  default Ledgers.LedgerSnapshot referred(Ledgers.LedgerSnapshot read) {
    return ledgers(read);
  }

  /** What references mode says in the end. */
  default Said joined(Said said) {
    return said;
  }

  /** What a verification says in the end. */
  default Said verified(Said said) {
    return said;
  }

  /** The batch writer by which clients of ycsb send what they update and insert. */
  default BatchWriter operating(BatchWriter right) {
    return right;
  }

  /** Whether a copy has an entry that its task has read. */
  default boolean isCopied(Entry entry) {
    return true;
  }

  /** Whether a copy is judged by all rows that its tasks hand on. */
  default boolean settlesCopies() {
    return true;
  }

  /**
   * Whether a copy is taken for complete.
   *
   * @param whole whether its job has copied all that it read
   */
  default boolean isComplete(boolean right, boolean whole) {
    return right;
  }

  /** What is believed of what the shares of a phase came to. */
  default PartOutcome shared(PartOutcome right) {
    return right;
  }

  /** Whether readers read nothing again, and say nothing of it. */
  default boolean forgetsRereads() {
    return false;
  }
}
