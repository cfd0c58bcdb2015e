package catena.read.reader.reread;

/** Takes rows that are to be read again. */
@FunctionalInterface
public interface Rereading {
  /**
   * Takes a row.
   *
   * @throws InterruptedException if too many wait, and waiting for them was broken off; the row is
   *     in doubt then
   */
  void add(PendingRow suspect) throws InterruptedException;
}
