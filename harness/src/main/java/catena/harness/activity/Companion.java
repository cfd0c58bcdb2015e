// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** What every run does by itself, concurrently with its parts and after them. */
public interface Companion {
  /** Its word, with which a user leaves it out; a part of this name takes its place. */
  String name();

  /** The settings that it reads. */
  default List<? extends Setting<?>> settings() {
    return List.of();
  }

  /**
   * Whether it attends also where the run is another's, so that only the command's own work is
   * added to it.
   */
  default boolean attendsAlways() {
    return false;
  }

  /** What runs concurrently with the parts. */
  interface Attendance extends Closeable {
    /** None. */
    Attendance NONE = () -> PartOutcome.NOTHING;

    /** What there is to say of it, once it is closed. */
    PartOutcome outcome();

    /** Hands over each doubt as it arises, and those until now. */
    default void holdBy(Consumer<String> each) {
      // most say what there is to say at the end, whichever process is there then
    }

    @Override
    default void close() throws IOException {
      // nothing goes on for some
    }
  }

  /**
   * Begins what runs concurrently with the parts, until it is closed.
   *
   * @throws Exception if its files cannot be made
   */
  default Attendance attend(RunContext run, Settings whole) throws Exception {
    return Attendance.NONE;
  }

  /**
   * Does what is to be done when the parts are over and before the verdict is written.
   *
   * @throws Exception if it could not be done, which is a doubt
   */
  default PartOutcome after(RunContext run, Settings whole) throws Exception {
    return PartOutcome.NOTHING;
  }

  /**
   * Does what is to be done when the verdict stands; nothing of it changes the verdict.
   *
   * @throws Exception if it could not be done, which is reported
   */
  default void concluded(RunContext run) throws Exception {
    // most have said all by then
  }
}
