package catena.trace;

/**
 * A fault, or a server that fell by itself, that may have taken a write.
 *
 * @param what which one
 * @param weight greater for the more suspect; see {@link Bond}
 */
record Suspect(What what, Bond bond, int weight) {
  /** What happened. */
  sealed interface What {
    /** When, wall clock in milliseconds. */
    long at();
  }

  /** A fault of the plan. */
  record Planned(Fault fault) implements What {
    @Override
    public long at() {
      return fault.startedAt();
    }
  }

  /** A server that was gone although no fault was aimed at it. */
  record Unplanned(Death death) implements What {
    @Override
    public long at() {
      return death.at();
    }
  }
}
