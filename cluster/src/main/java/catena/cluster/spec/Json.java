// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/** Reads and writes the small files of a cluster; times are in ISO 8601. */
public final class Json {
  /** Writes and reads the files of a cluster. */
  public static final ObjectMapper MAPPER =
      new ObjectMapper()
          .registerModule(
              new SimpleModule()
                  .addSerializer(Duration.class, ToStringSerializer.instance)
                  .addSerializer(Instant.class, ToStringSerializer.instance)
                  .addDeserializer(Duration.class, new IsoText<>(Duration.class, Duration::parse))
                  .addDeserializer(Instant.class, new IsoText<>(Instant.class, Instant::parse)));

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

  /** A value of one kind as its text in ISO 8601. */
  private static final class IsoText<T> extends FromStringDeserializer<T> {
    private static final long serialVersionUID = 1L;
    private final transient Function<String, T> parser;

    IsoText(Class<T> type, Function<String, T> parser) {
      super(type);
      this.parser = parser;
    }

    @Override
    protected T _deserialize(String text, DeserializationContext context) {
      return parser.apply(text);
    }
  }
}
