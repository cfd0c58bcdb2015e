package catena.agitator.fault.server;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Evidence;
import catena.agitator.fault.OneByOne;
import catena.agitator.fault.Victim;
import catena.harness.instance.ServerId;

/** Stops and starts one server after the other, each in the orderly way, as an upgrade does. */
public final class RollingRestart extends OneByOne {
  @Override
  public String word() {
    return "rolling-restart";
  }

  @Override
  public boolean inTurn() {
    return true;
  }

  @Override
  public void inject(ClusterUnderTest field, ServerId id) throws Exception {
    field.control().stop(id);
  }

  @Override
  protected void bringBack(ClusterUnderTest field, ServerId id) throws Exception {
    field.control().start(id);
  }

  @Override
  public Evidence proof(ClusterUnderTest field, Victim victim) throws Exception {
    return another(field, victim);
  }
}
