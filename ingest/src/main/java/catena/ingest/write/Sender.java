package catena.ingest.write;

import catena.records.ledger.Window;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Sends one writer's windows, one after the other. */
public interface Sender {
  /**
   * Sends a window that the ledger does not know yet.
   *
   * @return what was acknowledged: the window, its beginning if a stop was asked for within it, or
   *     nothing
   * @throws IngestFailure if it was given up; the ledger then says whether it is indeterminate
   * @throws IOException if the ledger cannot be written
   */
  Optional<Window> send(Window window) throws IngestFailure, IOException, InterruptedException;

  /** How many writes were acknowledged. */
  long sent();

  /** How many writes the window has that was begun and not acknowledged; 0 if there is none. */
  long underWay();

  /** Entries of the window that is being sent; for any thread. */
  long added();

  /** How many times a window was not acknowledged. */
  long rejections();

  /** Whether the window that was sent last may be in the table or not, or in part. */
  boolean inDoubt();

  /** Lets go of what it sends with; nothing that matters is left in it. */
  void close() throws InterruptedException;

  /** What still sends although it was let go of, or may. */
  List<Thread> sending();
}
