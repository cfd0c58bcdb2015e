// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.Position;
import catena.records.ledger.Ledger;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Who writes: a number, and what goes with it.
 *
 * @param client the client's name in journals and messages
 * @param number the writer's number
 * @param uuid what its values carry
 * @param ledger the record of its promises
 * @param hold its right to the number, closed last
 */
public record Writer(String client, int number, String uuid, Ledger ledger, Hold hold) {
  /** The right to write as a number, until closed. */
  public interface Hold extends Closeable {
    /** Records, in another place than the ledger's, how far the writer had come when it ended. */
    void ended(Position at) throws IOException;

    /**
     * Gives the number back, once nothing can be sent any more as the writer.
     *
     * @param sending the threads that may still send; with any, it stays taken for now
     */
    default void release(List<Thread> sending) throws IOException {
      if (sending.isEmpty()) {
        close();
      }
    }
  }
}
