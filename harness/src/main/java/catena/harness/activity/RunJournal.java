// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.harness.command.Terminal;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.words.Reasons;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * The journal of a run. A failure to write into it is printed at once and makes a doubt, since what
 * readers saw and what faults did is known from the journal alone.
 */
public final class RunJournal implements Closeable {
  private final Terminal terminal;

  private final HeldDoubts unrecorded = new HeldDoubts();
  private final Journal journal;

  /** Whether the doubts were asked for: what fails to be closed behind that is a note. */
  private volatile boolean asked;

  /**
   * Opens {@code events/<name>.jsonl} at its end.
   *
   * @param name of the client that the journal is of
   * @param terminal gets a warning if something cannot be written
   * @throws IOException if the file cannot be opened for writing
   */
  public RunJournal(RunDirectory directory, String name, Terminal terminal) throws IOException {
    this.terminal = terminal;
    this.journal = new Journal(directory.append(directory.events(name)), this::unrecorded);
  }

  private void unrecorded(IOException e) {
    String why = "the journal cannot be written: " + Reasons.of(e);
    unrecorded.add(why);
    terminal.note(why);
  }

  /** Hands over at once what could not be written, and what could not until now. */
  public void holdBy(Consumer<String> each) {
    unrecorded.holdBy(each);
  }

  /** What all parts of the run write into; closed with this. */
  public Journal journal() {
    return journal;
  }

  /** What could not be written, of all that was added until now; a sentence each. */
  public List<String> doubts() {
    journal.sync();
    asked = true;
    return unrecorded.sentences();
  }

  /**
   * Closes the journal.
   *
   * @throws IOException if what was added is not on record now, unless that was reported before, or
   *     the {@link #doubts} were asked for: the verdict by them is written
   */
  @Override
  public void close() throws IOException {
    try {
      journal.close();
    } catch (IOException e) {
      if (unrecorded.sentences().isEmpty()) { // else it is a doubt already, next to what was found
        if (!asked) {
          throw e;
        }
        terminal.note("the end of the journal is not on record: " + Reasons.of(e));
      }
    }
  }
}
