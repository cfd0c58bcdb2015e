package catena.agitator.plan;

import catena.agitator.fault.Fault;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.network.Cut;
import catena.agitator.fault.server.Kill;
import catena.agitator.fault.server.Migrate;
import catena.agitator.fault.server.Pause;
import catena.agitator.fault.server.Power;
import catena.agitator.fault.server.Restart;
import catena.agitator.fault.server.RollingRestart;
import catena.agitator.fault.server.Stop;
import catena.agitator.fault.table.Compact;
import catena.agitator.fault.table.FlushTable;
import catena.agitator.fault.table.Merge;
import catena.agitator.fault.table.Offline;
import catena.agitator.fault.table.Split;
import catena.agitator.fault.table.SplitThreshold;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The list of all faults: a new one is named here. */
public final class Faults {
  /** All there are. */
  static final List<Fault> ALL =
      List.of(
          new Kill(),
          new Stop(),
          new Pause(),
          new Restart(),
          new RollingRestart(),
          new Migrate(),
          new Power(),
          new Cut(),
          new Split(),
          new Merge(),
          new Compact(),
          new FlushTable(),
          new Offline(),
          new SplitThreshold());

  private Faults() {}

  /** The fault with a word, if there is one. */
  public static Optional<Fault> of(String word) {
    return ALL.stream().filter(fault -> fault.word().equals(word)).findFirst();
  }

  /** The fault that was injected. */
  public static Fault of(InjectedFault injected) {
    return of(injected.fault())
        .orElseThrow(() -> new IllegalArgumentException("there is no fault " + injected.fault()));
  }

  /** All the words, for messages. */
  static String words() {
    return ALL.stream().map(Fault::word).collect(Collectors.joining(", "));
  }
}
