package catena.agitator.fault.table;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Evidence;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.TableFault;
import catena.agitator.fault.TimedFault;
import java.util.Map;
import java.util.Set;

/** Makes tablets split at another size; option {@code to}, 16M unless said. Sets it back. */
public final class SplitThreshold extends TableFault {
  private static final String PROPERTY = "table.split.threshold";
  private static final String TO = "to";
  private static final String BEFORE = "before";

  @Override
  public String word() {
    return "split-threshold";
  }

  @Override
  public Set<String> options() {
    return Set.of(TO);
  }

  @Override
  public InjectedFault look(ClusterUnderTest field, TimedFault planned) throws Exception {
    InjectedFault injected = super.look(field, planned);
    String before = own(field).get(PROPERTY);
    return before == null ? injected : injected.remember(BEFORE, before);
  }

  private static Map<String, String> own(ClusterUnderTest field) throws Exception {
    return ask(field, tables -> tables.getTableProperties(field.table()));
  }

  @Override
  public void act(ClusterUnderTest field, InjectedFault injected) throws Exception {
    order(field, tables -> tables.setProperty(field.table(), PROPERTY, to(injected)));
  }

  private static String to(InjectedFault injected) {
    return injected.options().getOrDefault(TO, "16M");
  }

  @Override
  public Evidence proof(ClusterUnderTest field, InjectedFault injected) throws Exception {
    String now = ask(field, tables -> tables.getConfiguration(field.table())).get(PROPERTY);
    return new Evidence(to(injected).equals(now), PROPERTY + " is " + now);
  }

  @Override
  public String heal(ClusterUnderTest field, InjectedFault injected) throws Exception {
    String before = injected.memo().get(BEFORE);
    if (before == null) {
      order(field, tables -> tables.removeProperty(field.table(), PROPERTY));
    } else {
      order(field, tables -> tables.setProperty(field.table(), PROPERTY, before));
    }
    return PROPERTY + " is what it was";
  }
}
