package catena.records.journal;

import catena.records.run.LineTail;
import catena.records.run.RunDirectory;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;

/**
 * Follows a journal that is being written: each call hands over what has come since the last one.
 */
public final class JournalTail {
  private final LineTail lines;

  private JournalTail(LineTail lines) {
    this.lines = lines;
  }

  /** Follows a journal of a run from its beginning, which need not be there yet. */
  public static JournalTail of(RunDirectory run, Path journal) {
    return new JournalTail(new LineTail(run.fileSystem(), journal, 0));
  }

  /** Follows a journal from where it ends now. */
  public static JournalTail fromNow(RunDirectory run, Path journal) throws IOException {
    long length = run.fileSystem().getFileStatus(journal).getLen();
    return new JournalTail(new LineTail(run.fileSystem(), journal, length));
  }

  /** As {@link LineTail#isAtEnd}. */
  public boolean isAtEnd(long length) {
    return lines.isAtEnd(length);
  }

  /** Hands over the events of the whole lines that are new; events of unknown types are skipped. */
  public void read(Consumer<? super Event> each) throws IOException {
    lines.read(line -> parse(line, each));
  }

  private static void parse(String line, Consumer<? super Event> each) {
    Event event;
    try {
      event = JournalLine.parse(line);
    } catch (JsonProcessingException e) {
      return; // A newer version's event, or a torn line; whoever reads all of it counts them.
    }
    each.accept(event);
  }
}
