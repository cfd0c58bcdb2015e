package catena.harness.activity;

import catena.harness.accumulo.Connection;
import java.io.Closeable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** A connection that is opened when it is asked for first, since not every command needs one. */
final class LazyConnection implements Supplier<Connection>, Closeable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Supplier<Path> clientProperties;
  private Optional<Connection> opened = Optional.empty();

  /**
   * One that is not open.
   *
   * @param clientProperties throws a usage error where there are none
   */
  LazyConnection(Supplier<Path> clientProperties) {
    this.clientProperties = clientProperties;
  }

  @Override
  public synchronized Connection get() {
    if (opened.isEmpty()) {
      opened = Optional.of(Connection.open(clientProperties.get(), LIMIT));
    }
    return opened.get();
  }

  @Override
  public synchronized void close() {
    opened.ifPresent(Connection::close);
  }
}
