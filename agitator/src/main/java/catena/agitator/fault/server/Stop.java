package catena.agitator.fault.server;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Evidence;
import catena.agitator.fault.OneByOne;
import catena.agitator.fault.Victim;
import catena.harness.instance.ServerId;

/** Ends a server in the orderly way; starts it again. */
public final class Stop extends OneByOne {
  @Override
  public String word() {
    return "stop";
  }

  @Override
  public void inject(ClusterUnderTest field, ServerId id) throws Exception {
    field.control().stop(id);
  }

  @Override
  public Evidence proof(ClusterUnderTest field, Victim victim) throws Exception {
    return gone(field, victim);
  }
}
