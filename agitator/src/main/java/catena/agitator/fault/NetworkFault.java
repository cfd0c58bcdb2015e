package catena.agitator.fault;

import catena.cluster.control.NetworkControl;
import java.io.IOException;

/** A fault of the network between hosts. */
public abstract non-sealed class NetworkFault implements Fault {
  @Override
  public boolean appliesTo(Target target) {
    return target instanceof Target.AnyHost || target instanceof Target.Host;
  }

  /**
   * The cluster's network.
   *
   * @throws IllegalStateException if it cannot be cut
   */
  protected static NetworkControl network(ClusterUnderTest field) throws IOException {
    return field
        .control()
        .network()
        .orElseThrow(() -> new IllegalStateException("this cluster's network cannot be cut"));
  }
}
