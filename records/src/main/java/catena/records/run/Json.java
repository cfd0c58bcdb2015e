// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MutableConfigOverride;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.hadoop.fs.Path;

/**
 * How records become JSON in every file of a run, and back: absent values are left out, unknown
 * properties ignored. A text, a list, a map or an {@code Optional} that an older or damaged file
 * does not say is empty.
 */
public final class Json {
  /** One line per value. */
  public static final ObjectMapper LINES =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .withConfigOverride(String.class, Json::emptyUnlessSaid)
          .withConfigOverride(List.class, Json::emptyUnlessSaid)
          .withConfigOverride(Map.class, Json::emptyUnlessSaid)
          .withConfigOverride(SortedMap.class, Json::emptyUnlessSaid)
          .build();

  /** Indented, keys of maps in order. */
  public static final ObjectMapper PRETTY =
      LINES
          .copy()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private Json() {}

  private static void emptyUnlessSaid(MutableConfigOverride type) {
    type.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
  }

  /**
   * What a file of a run directory holds; empty if there is none.
   *
   * @throws IOException if it cannot be read or is damaged
   */
  public static <T> Optional<T> read(RunDirectory run, Path file, Class<T> type)
      throws IOException {
    Optional<byte[]> content = run.read(file);
    try {
      return content.isEmpty()
          ? Optional.empty()
          : Optional.of(present(LINES.readValue(content.get(), type)));
    } catch (JacksonException e) {
      throw new IOException(run.display(file) + " is damaged: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * What was read.
   *
   * @throws JsonProcessingException if that is nothing, since the text says {@code null}
   */
  public static <T> T present(T read) throws JsonProcessingException {
    if (read == null) {
      throw MismatchedInputException.from(null, Object.class, "it says nothing");
    }
    return read;
  }
}
