package catena.fleet.agree;

/**
 * What the coordinator wants of all workers now.
 *
 * @param generation counts what was ordered; the marks of a phase are of its generation
 * @param phase index of the scenario's phase, from 0; of the last one where there is none
 * @param words the phase in a word or a few
 * @param state what is to be done about it
 * @param goAtMillis when the phase begins, in the clock of ZooKeeper's leader, milliseconds since
 *     1970; 0 before that is known
 * @param epoch of the leader whose clock that is
 * @param reason why it ends, where it does before it is done
 */
public record Order(
    int generation,
    int phase,
    String words,
    State state,
    long goAtMillis,
    long epoch,
    String reason) {
  /** What is to be done. */
  public enum State {
    /** Nothing yet. */
    WAIT,
    /** Find out whether it can be done, and say so. */
    PREPARE,
    /** Begin at the time. */
    GO,
    /** End what would go on; what has an end of its own is over. */
    END,
    /** There is nothing more to do. */
    OVER,
    /** End all of it, as soon as may be. */
    STOP
  }

  /** Before the first phase. */
  public static final Order NONE = new Order(0, 0, "", State.WAIT, 0, 0, "");

  /** What an older process did not say is empty. */
  public Order {
    words = words == null ? "" : words;
    state = state == null ? State.WAIT : state;
    reason = reason == null ? "" : reason;
  }

  /** The next phase is to be prepared. */
  public Order prepare(int next, String inWords) {
    return new Order(generation + 1, next, inWords, State.PREPARE, 0, 0, "");
  }

  /** The phase begins then. */
  public Order go(long atMillis, long ofEpoch) {
    return new Order(generation, phase, words, State.GO, atMillis, ofEpoch, "");
  }

  /** The same phase in another state. */
  public Order in(State other, String why) {
    return new Order(generation, phase, words, other, goAtMillis, epoch, why);
  }

  /** Whether nothing comes after it. */
  public boolean isLast() {
    return state == State.OVER || state == State.STOP;
  }
}
