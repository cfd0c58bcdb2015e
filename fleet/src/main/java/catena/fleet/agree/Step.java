package catena.fleet.agree;

import java.util.Locale;

/** What a worker says once in each phase. */
public enum Step {
  /** It can begin. */
  READY,
  /** Its parts are over, and what they came to lies in the run directory. */
  DONE;

  String node() {
    return name().toLowerCase(Locale.ROOT);
  }
}
