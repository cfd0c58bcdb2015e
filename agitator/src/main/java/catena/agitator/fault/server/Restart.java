package catena.agitator.fault.server;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Evidence;
import catena.agitator.fault.OneByOne;
import catena.agitator.fault.Victim;
import catena.harness.instance.ServerId;

/**
 * Kills a server and starts it at once, before anybody has noticed that it was gone.
 *
 * <p>To let its absence be noticed first, use {@link Kill} with a hold.
 */
public final class Restart extends OneByOne {
  @Override
  public String word() {
    return "restart";
  }

  @Override
  public void inject(ClusterUnderTest field, ServerId id) throws Exception {
    field.control().kill(id);
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
