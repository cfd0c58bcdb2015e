package catena.agitator.fault.server;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.ServerFault;
import catena.agitator.fault.Victim;
import catena.harness.instance.ServerId;
import java.util.Optional;

/** Ends a server's process at once (SIGKILL), as a crash does; starts it again. */
public final class Kill extends ServerFault {
  @Override
  public String word() {
    return "kill";
  }

  @Override
  public void inject(ClusterUnderTest field, ServerId id) throws Exception {
    field.control().kill(id);
  }

  @Override
  public Optional<String> proof(ClusterUnderTest field, Victim victim) throws Exception {
    return gone(field, victim);
  }
}
