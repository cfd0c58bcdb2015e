package catena.agitator.fault.table;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Evidence;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.TableFault;

/** Makes every tablet of the table write its memory to files, and waits for the end of it. */
public final class FlushTable extends TableFault {
  @Override
  public String word() {
    return "flush";
  }

  @Override
  public void act(ClusterUnderTest field, InjectedFault injected) throws Exception {
    order(field, tables -> tables.flush(field.table(), null, null, true));
  }

  /** Accumulo ends the wait when every tablet has done it. */
  @Override
  public Evidence proof(ClusterUnderTest field, InjectedFault injected) {
    return Evidence.of("every tablet has been flushed");
  }
}
