// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Reads and writes the small files of a cluster; times are in ISO 8601. */
public final class Json {
  /** Writes and reads the files of a cluster. */
  public static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  private Json() {}

  /** Whether a file holds JSON from begin to end, whatever its content. */
  public static boolean isWhole(Path file) throws IOException {
    try {
      return !MAPPER.readTree(file.toFile()).isMissingNode();
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws ClusterException if it is something else
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    try {
      return MAPPER.readValue(file.toFile(), type);
    } catch (JsonProcessingException e) {
      throw new ClusterException(
          file + " is not what this version writes: " + e.getOriginalMessage(), e);
    }
  }

  /** Replaces the file as a whole, so that a reader never sees half of it. */
  public static void write(Path file, Object value) throws IOException {
    Path fresh = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".new");
    MAPPER.writerWithDefaultPrettyPrinter().writeValue(fresh.toFile(), value);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
