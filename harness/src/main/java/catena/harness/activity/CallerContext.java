// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the callers that start activities know and the harness does not: a local cluster, the plan
 * of one, the options of a command. Code that can use one of these asks for it by its type.
 */
public record CallerContext(Map<Class<?>, Supplier<?>> things) {
  /** Nothing. */
  public static final CallerContext NOTHING = new CallerContext(Map.of());

  /** Some things, no two of one type. */
  public static CallerContext of(Object... things) {
    Map<Class<?>, Supplier<?>> all = new LinkedHashMap<>();
    for (Object thing : things) {
      all.put(thing.getClass(), () -> thing);
    }
    return new CallerContext(all);
  }

  /** One thing that is made when it is asked for, each time. */
  public static <T> CallerContext lazily(Class<T> type, Supplier<T> thing) {
    return new CallerContext(Map.of(type, thing));
  }

  /** The same and all of the other. */
  public CallerContext and(CallerContext other) {
    Map<Class<?>, Supplier<?>> all = new LinkedHashMap<>(things);
    all.putAll(other.things);
    return new CallerContext(all);
  }

  /** What there is of a type or one below it. */
  public <T> Optional<T> find(Class<T> type) {
    return things.entrySet().stream()
        .filter(each -> type.isAssignableFrom(each.getKey()))
        .findFirst()
        .map(each -> type.cast(each.getValue().get()));
  }
}
