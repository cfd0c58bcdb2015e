package catena.agitator.fault.table;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Evidence;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.TableFault;
import java.util.Set;

/** Takes the table offline; brings it online. Whoever writes into it meanwhile is refused. */
public final class Offline extends TableFault {
  @Override
  public String word() {
    return "offline";
  }

  @Override
  public boolean unhosts() {
    return true;
  }

  @Override
  public void act(ClusterUnderTest field, InjectedFault injected) throws Exception {
    order(field, tables -> tables.offline(field.table(), true));
  }

  @Override
  public Evidence proof(ClusterUnderTest field, InjectedFault injected) throws Exception {
    if (ask(field, tables -> tables.isOnline(field.table()))) {
      return Evidence.against("the table is online");
    }
    String id = ask(field, tables -> tables.tableIdMap()).get(field.table());
    return field.tablets().of(Set.of(id)).given().isEmpty()
        ? Evidence.of("the table is offline, and none of its tablets is hosted")
        : Evidence.against("the table is offline, but some of its tablets are hosted");
  }

  @Override
  public String heal(ClusterUnderTest field, InjectedFault injected) throws Exception {
    order(field, tables -> tables.online(field.table(), true));
    return "the table is online";
  }
}
