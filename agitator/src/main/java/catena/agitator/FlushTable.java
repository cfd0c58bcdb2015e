package catena.agitator;

import java.util.Optional;

/** Makes every tablet of the table write its memory to files, and waits for the end of it. */
final class FlushTable extends TableFault {
  @Override
  public String word() {
    return "flush";
  }

  @Override
  public void act(Field field, Deed deed) throws Exception {
    order(field, tables -> tables.flush(field.table(), null, null, true));
  }

  /** Accumulo ends the wait when every tablet has done it. */
  @Override
  public Optional<String> proof(Field field, Deed deed) {
    return Optional.of("every tablet has been flushed");
  }
}
