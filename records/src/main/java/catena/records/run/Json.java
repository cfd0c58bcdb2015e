// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;

/**
 * How records become JSON in every file of a run: absent values are left out, unknown properties
 * ignored.
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
          .build();

  /** Indented, keys of maps in order. */
  public static final ObjectMapper PRETTY =
      LINES
          .copy()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private Json() {}
}
