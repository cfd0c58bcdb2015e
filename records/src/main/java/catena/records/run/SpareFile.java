// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import catena.records.words.Reasons;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * A file of lines that its writer can do without: once it cannot be written any more, that is
 * reported, and what comes later is left out. For one thread at a time.
 */
public class SpareFile implements Closeable {
  private final AppendFile file;
  private final Consumer<String> trouble;
  private boolean failed;

  /**
   * A file that has no other writer.
   *
   * @param trouble takes one sentence, once
   */
  public SpareFile(AppendFile file, Consumer<String> trouble) {
    this.file = file;
    this.trouble = trouble;
  }

  /** Adds lines, which readers see from then on. */
  public void lines(Iterable<String> lines) {
    if (failed) {
      return;
    }
    try {
      for (String line : lines) {
        file.line(line);
      }
      file.flush();
    } catch (IOException e) {
      fail(e);
    }
  }

  private void fail(IOException e) {
    failed = true;
    trouble.accept(file.path() + " cannot be written any more: " + Reasons.of(e));
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      if (!failed) {
        fail(e);
      }
    }
  }
}
