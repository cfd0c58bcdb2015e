package catena.agitator.fault.server;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Evidence;
import catena.agitator.fault.OneByOne;
import catena.agitator.fault.Reachability;
import catena.agitator.fault.Victim;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;

/**
 * Halts a server's process (SIGSTOP), which keeps its connections; lets it go on (SIGCONT).
 *
 * <p>A server of Accumulo that was halted for longer than its session with ZooKeeper lasts ends
 * itself when it goes on, as it must. Healing starts it again.
 */
public final class Pause extends OneByOne {
  @Override
  public String word() {
    return "pause";
  }

  @Override
  public void inject(ClusterUnderTest field, ServerId id) throws Exception {
    field.control().pause(id);
  }

  /** The operating system says so; or it still listens, and its lock is gone. */
  @Override
  public Evidence proof(ClusterUnderTest field, Victim victim) throws Exception {
    Server server = field.server(id(victim));
    if (server.state() == ServerState.PAUSED) {
      return Evidence.of("process " + server.pid().orElse(-1) + " is halted");
    }
    boolean mute =
        victim.session().isPresent()
            && victim.address().isPresent()
            && Reachability.listens(victim.address().get())
            && !field.isAtLock(victim);
    return mute
        ? Evidence.of("it listens and has lost its lock in ZooKeeper")
        : Evidence.against("it is " + server.state());
  }
}
