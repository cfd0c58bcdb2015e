package catena.agitator;

import java.util.Optional;

/** Compacts the whole table, and waits for the end of it. */
final class Compact extends TableFault {
  @Override
  public String word() {
    return "compact";
  }

  @Override
  public void act(Field field, Deed deed) throws Exception {
    order(field, tables -> tables.compact(field.table(), null, null, true, true));
  }

  /** Accumulo ends the wait when every tablet has done it. */
  @Override
  public Optional<String> proof(Field field, Deed deed) {
    return Optional.of("every tablet has been compacted");
  }
}
