package catena.agitator.fault.server;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Evidence;
import catena.agitator.fault.OneByOne;
import catena.agitator.fault.Target;
import catena.agitator.fault.Victim;
import catena.harness.instance.ServerId;
import java.util.List;

/** Ends a server's process at once (SIGKILL), as a crash does; starts it again. */
public final class Kill extends OneByOne {
  @Override
  public String word() {
    return "kill";
  }

  /** Anybody, and a whole site; what only the power of disks adds to that, {@link Power} shows. */
  @Override
  public boolean appliesTo(Target target) {
    return super.appliesTo(target) || target instanceof Target.Site;
  }

  /** All that are down are started together, since each may need the others. */
  @Override
  protected String heal(ClusterUnderTest field, List<Victim> victims) throws Exception {
    return raiseTogether(field, victims);
  }

  @Override
  public void inject(ClusterUnderTest field, ServerId id) throws Exception {
    field.control().kill(id);
  }

  @Override
  public Evidence proof(ClusterUnderTest field, Victim victim) throws Exception {
    return gone(field, victim);
  }
}
