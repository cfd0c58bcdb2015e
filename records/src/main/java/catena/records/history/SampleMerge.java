// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.records.run.Lines;
import catena.records.run.RunDirectory;
import catena.records.sample.Sample;
import catena.records.words.Reasons;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;

/**
 * Reads files of samples side by side, so that those of one point of time come together: whoever
 * wants the middle of a thousand hosts need not keep them all. Memory of one line and some
 * kilobytes for each file.
 *
 * <p>Each file is in the order of time but where a clock was set back; there samples come as they
 * stand in the file.
 */
final class SampleMerge {
  private static final Comparator<Cursor> ORDER =
      Comparator.<Cursor>comparingLong(cursor -> cursor.next.at())
          .thenComparingInt(cursor -> cursor.number);

  private final RunDirectory directory;
  private final Missing missing;
  private final Consumer<Sample> each;

  private static final class Cursor {
    private final int number;
    private final String name;
    private final Lines.OpenLines<Sample> file;
    private Sample next;

    Cursor(int number, String name, Lines.OpenLines<Sample> file) {
      this.number = number;
      this.name = name;
      this.file = file;
    }

    boolean advance() throws IOException {
      next = file.next().orElse(null);
      return next != null;
    }
  }

  SampleMerge(RunDirectory directory, Missing missing, Consumer<Sample> each) {
    this.directory = directory;
    this.missing = missing;
    this.each = each;
  }

  void read(List<Path> files) {
    List<Cursor> all = new ArrayList<>();
    PriorityQueue<Cursor> ahead = new PriorityQueue<>(ORDER);
    try {
      for (Path file : files) {
        Optional<Cursor> cursor = open(all.size(), file);
        cursor.ifPresent(all::add);
        cursor.filter(this::advance).ifPresent(ahead::add);
      }
      while (!ahead.isEmpty()) {
        Cursor first = ahead.remove();
        each.accept(first.next);
        if (advance(first)) {
          ahead.add(first);
        }
      }
    } finally {
      all.forEach(this::close);
    }
  }

  private Optional<Cursor> open(int number, Path file) {
    String name = directory.nameOf(file);
    try {
      return Optional.of(
          new Cursor(
              number,
              name,
              Lines.open(directory.fileSystem(), file, line -> Optional.of(Sample.parse(line)))));
    } catch (FileNotFoundException e) {
      return Optional.empty(); // whoever asks sees that nothing came
    } catch (IOException e) {
      missing.add(name + " cannot be read to its end: " + Reasons.of(e));
      return Optional.empty();
    }
  }

  private boolean advance(Cursor cursor) {
    try {
      return cursor.advance();
    } catch (IOException e) {
      missing.add(cursor.name + " cannot be read to its end: " + Reasons.of(e));
      return false;
    }
  }

  private void close(Cursor cursor) {
    missing.lines(cursor.name, cursor.file.unreadable());
    try {
      cursor.file.close();
    } catch (IOException e) {
      missing.add(cursor.name + " cannot be closed: " + Reasons.of(e));
    }
  }
}
