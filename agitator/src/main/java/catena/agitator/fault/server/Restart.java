package catena.agitator.fault.server;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.ServerFault;
import catena.agitator.fault.Victim;
import catena.cluster.spec.Server;
import catena.harness.instance.ServerId;
import java.util.Optional;

/**
 * Kills a server and starts it at once, before anybody has noticed that it was gone.
 *
 * <p>To let its absence be noticed first, use {@link Kill} with a hold.
 */
public final class Restart extends ServerFault {
  @Override
  public String word() {
    return "restart";
  }

  @Override
  public void inject(ClusterUnderTest field, ServerId id) throws Exception {
    field.control().kill(id);
    field.control().start(id);
  }

  @Override
  public Optional<String> proof(ClusterUnderTest field, Victim victim) throws Exception {
    return another(field, victim);
  }

  /** Another process runs in its place, or another one holds its lock. */
  static Optional<String> another(ClusterUnderTest field, Victim victim) throws Exception {
    Server server = field.server(id(victim));
    if (!server.state().alive()) {
      return Optional.empty();
    }
    if (victim.pid().isPresent() && server.pid().isPresent()) {
      long before = victim.pid().get();
      long now = server.pid().getAsLong();
      return before == now
          ? Optional.empty()
          : Optional.of("process " + before + " is gone, process " + now + " runs");
    }
    return victim.session().isPresent() && !field.holdsLock(victim)
        ? Optional.of("it runs, and the lock that it held in ZooKeeper is gone")
        : Optional.empty();
  }
}
