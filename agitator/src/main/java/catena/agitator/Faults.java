package catena.agitator;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The list of all faults: a new one is named here. */
final class Faults {
  /** All there are. */
  static final List<Fault> ALL =
      List.of(
          new Kill(),
          new Stop(),
          new Pause(),
          new Restart(),
          new RollingRestart(),
          new Migrate(),
          new Cut(),
          new Split(),
          new Merge(),
          new Compact(),
          new FlushTable(),
          new Offline(),
          new SplitThreshold());

  private Faults() {}

  /** The fault with a word, if there is one. */
  static Optional<Fault> of(String word) {
    return ALL.stream().filter(fault -> fault.word().equals(word)).findFirst();
  }

  /** The fault of a deed. */
  static Fault of(Deed deed) {
    return of(deed.fault())
        .orElseThrow(() -> new IllegalArgumentException("there is no fault " + deed.fault()));
  }

  /** All the words, for messages. */
  static String words() {
    return ALL.stream().map(Fault::word).collect(Collectors.joining(", "));
  }
}
