package catena.agitator.fault.server;

import catena.agitator.fault.ClusterUnderTest;
import catena.agitator.fault.Evidence;
import catena.agitator.fault.OneByOne;
import catena.agitator.fault.Target;
import catena.agitator.fault.Victim;
import catena.harness.instance.ServerId;
import catena.records.server.Role;

/** Makes a tserver hand all its tablets over and end; starts it again. */
public final class Migrate extends OneByOne {
  @Override
  public String word() {
    return "migrate";
  }

  @Override
  public boolean appliesTo(Target target) {
    return target instanceof Target.Hosting
        || (target instanceof Target.One one && one.id().role() == Role.TSERVER)
        || (target instanceof Target.AnyOf any && any.role() == Role.TSERVER);
  }

  @Override
  public void inject(ClusterUnderTest field, ServerId id) throws Exception {
    field.control().stop(id);
  }

  /** It is gone, and no tablet is said to be where it was. */
  @Override
  public Evidence proof(ClusterUnderTest field, Victim victim) throws Exception {
    Evidence gone = gone(field, victim);
    if (!gone.shows() || victim.address().isEmpty()) {
      return gone;
    }
    boolean left = field.tablets().addresses().anyMatch(victim.address().get()::equals);
    return left
        ? Evidence.against(gone.text() + ", but tablets are left there")
        : gone.and("none of its tablets is left there");
  }
}
