package catena.harness.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads a file of lines; its writer may be at work, or have died in the middle of one. */
public final class Lines {
  /**
   * Makes something of a line.
   *
   * @param <T> what a line stands for
   */
  @FunctionalInterface
  public interface Parser<T> {
    /**
     * What the line says; empty if it is to be left out.
     *
     * @throws JsonProcessingException if it is cut off or no such line
     * @throws IllegalArgumentException in the same case
     */
    Optional<T> parse(String line) throws JsonProcessingException;
  }

  private Lines() {}

  /**
   * Hands over what every line says, in the order of the file.
   *
   * @return how many lines could not be read, one that is cut off among them
   * @throws java.io.FileNotFoundException if there is no such file
   */
  public static <T> long read(FileSystem fs, Path path, Parser<T> parser, Consumer<? super T> each)
      throws IOException {
    long unreadable = 0;
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(fs.open(path), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        Optional<T> found = Optional.empty();
        try {
          found = parser.parse(line);
        } catch (JsonProcessingException | IllegalArgumentException e) {
          unreadable++;
        }
        found.ifPresent(each);
      }
    }
    return unreadable;
  }
}
