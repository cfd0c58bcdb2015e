// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads a file of lines; its writer may be at work, or have died in the middle of one. It may be
 * {@link Compressed}.
 */
public final class Lines {
  private Lines() {}

  /**
   * One file of lines, read on as far as asked.
   *
   * @param <T> what a line stands for
   */
  public static final class OpenLines<T> implements Closeable {
    /** Many of them may be open at a time. */
    private static final int BUFFER = 4096;

    private final BufferedReader in;
    private final FailableFunction<String, Optional<T>, JsonProcessingException> parser;
    private long unreadable;

    private OpenLines(
        BufferedReader in, FailableFunction<String, Optional<T>, JsonProcessingException> parser) {
      this.in = in;
      this.parser = parser;
    }

    /** What the next line says that can be read; empty at the end. */
    public Optional<T> next() throws IOException {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Optional<T> found = Optional.empty();
        try {
          found = parser.apply(line);
        } catch (JsonProcessingException | IllegalArgumentException e) {
          unreadable++;
        }
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    }

    /** How many lines could not be read so far, one that is cut off among them. */
    public long unreadable() {
      return unreadable;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /**
   * Begins to read a file.
   *
   * @param parser what a line says, empty if it is to be left out; it throws if the line is cut off
   *     or no such line
   * @throws java.io.FileNotFoundException if there is no such file
   */
  public static <T> OpenLines<T> open(
      FileSystem fs,
      Path path,
      FailableFunction<String, Optional<T>, JsonProcessingException> parser)
      throws IOException {
    InputStream in = Compressed.open(fs, path, OpenLines.BUFFER);
    return new OpenLines<>(
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), OpenLines.BUFFER),
        parser);
  }

  /**
   * Hands over what every line says, in the order of the file.
   *
   * @return how many lines could not be read, one that is cut off among them
   * @throws java.io.FileNotFoundException if there is no such file
   */
  public static <T> long read(
      FileSystem fs,
      Path path,
      FailableFunction<String, Optional<T>, JsonProcessingException> parser,
      Consumer<? super T> each)
      throws IOException {
    try (OpenLines<T> file = open(fs, path, parser)) {
      for (Optional<T> next = file.next(); next.isPresent(); next = file.next()) {
        each.accept(next.get());
      }
      return file.unreadable();
    }
  }
}
