package catena.harness.verdict;

import catena.graph.judge.FindingKind;
import catena.harness.run.AppendFile;
import catena.harness.run.Json;
import catena.harness.run.Lines;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Takes findings from any thread: all into the file, the first few in words to a person, all
 * counted.
 */
public final class Findings implements Closeable {
  private final AppendFile file;
  private final Consumer<String> printed;
  private final long printLimit;
  private final Map<FindingKind, Long> counts = new EnumMap<>(FindingKind.class);
  private long total;

  /**
   * Findings into a file.
   *
   * @param file closed with this
   * @param printed takes the first few in words
   * @param printLimit how many are printed at most
   */
  public Findings(AppendFile file, Consumer<String> printed, long printLimit) {
    this.file = file;
    this.printed = printed;
    this.printLimit = printLimit;
  }

  /** Adds one. */
  public synchronized void add(Finding finding) throws IOException {
    file.line(Json.LINES.writeValueAsString(finding));
    counts.merge(finding.kind(), 1L, Long::sum);
    total++;
    if (total <= printLimit) {
      printed.accept(finding.inWords());
    } else if (total == printLimit + 1) {
      printed.accept("... more findings are in the file and not printed");
    }
  }

  /** How many there were of each kind; kinds without any are left out. */
  public synchronized Map<FindingKind, Long> counts() {
    return Collections.unmodifiableMap(new EnumMap<>(counts));
  }

  /** How many there were. */
  public synchronized long total() {
    return total;
  }

  /**
   * Reads a file of findings one by one.
   *
   * @return how many lines are cut off or damaged
   * @throws java.io.FileNotFoundException if there is none
   */
  public static long read(FileSystem fs, Path path, Consumer<Finding> each) throws IOException {
    return Lines.read(
        fs, path, line -> Optional.of(Json.LINES.readValue(line, Finding.class)), each);
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
