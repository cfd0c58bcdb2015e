package catena.agitator;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes tablets split at another size; option {@code to}, 16M unless said. Sets it back. */
final class SplitThreshold extends TableFault {
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
  public Deed look(Field field, TimedFault planned) throws Exception {
    Deed deed = super.look(field, planned);
    String before = own(field).get(PROPERTY);
    return before == null ? deed : deed.remember(BEFORE, before);
  }

  private static Map<String, String> own(Field field) throws Exception {
    return ask(field, tables -> tables.getTableProperties(field.table()));
  }

  @Override
  public void act(Field field, Deed deed) throws Exception {
    order(field, tables -> tables.setProperty(field.table(), PROPERTY, to(deed)));
  }

  private static String to(Deed deed) {
    return deed.options().getOrDefault(TO, "16M");
  }

  @Override
  public Optional<String> proof(Field field, Deed deed) throws Exception {
    String now = ask(field, tables -> tables.getConfiguration(field.table())).get(PROPERTY);
    return to(deed).equals(now) ? Optional.of(PROPERTY + " is " + now) : Optional.empty();
  }

  @Override
  public String heal(Field field, Deed deed) throws Exception {
    String before = deed.memo().get(BEFORE);
    if (before == null) {
      order(field, tables -> tables.removeProperty(field.table(), PROPERTY));
    } else {
      order(field, tables -> tables.setProperty(field.table(), PROPERTY, before));
    }
    return PROPERTY + " is what it was";
  }
}
