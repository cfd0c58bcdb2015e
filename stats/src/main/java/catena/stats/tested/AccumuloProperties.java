// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.accumulo.core.conf.Property;
import org.apache.accumulo.core.conf.PropertyType;

/**
 * The properties that Accumulo has, with their defaults, as the client's own library knows them.
 *
 * <p>No public class lists them, so this one alone imports {@code
 * org.apache.accumulo.core.conf.Property}. Where the servers are of another version than the
 * client, a default may be another there.
 */
final class AccumuloProperties {
  /** What stands for a secret. */
  static final String MASK = "***";

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(password|passwd|secret|credential|private[._-]?key|access[._-]?key)s?([._-].*)?"
              + "|trace\\.token\\.property\\..*");

  /** The default of each property that has one, by key. */
  static final Map<String, String> DEFAULTS =
      Arrays.stream(Property.values())
          .filter(each -> each.getType() != PropertyType.PREFIX && each.getDefaultValue() != null)
          .collect(Collectors.toUnmodifiableMap(Property::getKey, Property::getDefaultValue));

  private AccumuloProperties() {}

  /** The value, or what stands for it; a secret that is not set, or the default, is none. */
  static String masked(String key, String value) {
    boolean secret = Property.isSensitive(key) || SECRET.matcher(key).matches();
    return secret && !value.isEmpty() && !value.equals(DEFAULTS.get(key)) ? MASK : value;
  }
}
