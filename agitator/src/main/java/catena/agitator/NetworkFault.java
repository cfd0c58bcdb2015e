package catena.agitator;

import catena.cluster.NetworkControl;
import java.io.IOException;

/** A fault of the network between hosts. */
abstract non-sealed class NetworkFault implements Fault {
  @Override
  public boolean strikes(Aim aim) {
    return aim instanceof Aim.AnyHost || aim instanceof Aim.Host;
  }

  static NetworkControl network(Field field) throws IOException {
    return field
        .control()
        .network()
        .orElseThrow(() -> new IllegalStateException("this cluster's network cannot be cut"));
  }
}
