package catena.read.check;

import java.util.Set;

/** Tells what ledgers say now. */
@FunctionalInterface
public interface CurrentLedgers {
  /** Reads all of them. */
  Ledgers.Reading read() throws Exception;

  /**
   * Reads those of some writers, for whoever judges rows of theirs; the others may be as they were
   * when they were read last.
   */
  default Ledgers.Reading read(Set<Integer> writers) throws Exception {
    return read();
  }
}
