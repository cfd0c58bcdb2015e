package catena.harness.activity;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What those who start activities know and the harness does not: a local cluster, the plan of one,
 * the options of a command. Whoever can do something with it asks for it by its type.
 */
public final class Given {
  /** Nothing. */
  public static final Given NOTHING = new Given(List.of());

  private final List<Object> things;

  private Given(List<Object> things) {
    this.things = things;
  }

  /** Some things, no two of one type. */
  public static Given of(Object... things) {
    return new Given(List.of(things));
  }

  /** The same and more. */
  public Given and(Object... more) {
    return new Given(Stream.concat(things.stream(), Stream.of(more)).toList());
  }

  /** The same and all of the other. */
  public Given and(Given other) {
    return and(other.things.toArray());
  }

  /** What there is of a type. */
  public <T> Optional<T> find(Class<T> type) {
    return things.stream().filter(type::isInstance).map(type::cast).findFirst();
  }
}
