package catena.agitator.fault.table;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Evidence;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.TableFault;

/** Compacts the whole table, and waits for the end of it. */
public final class Compact extends TableFault {
  @Override
  public String word() {
    return "compact";
  }

  @Override
  public void act(ClusterUnderTest field, InjectedFault injected) throws Exception {
    order(field, tables -> tables.compact(field.table(), null, null, true, true));
  }

  /** Accumulo ends the wait when every tablet has done it. */
  @Override
  public Evidence proof(ClusterUnderTest field, InjectedFault injected) {
    return Evidence.of("every tablet has been compacted");
  }
}
