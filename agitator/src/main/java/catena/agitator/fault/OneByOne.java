package catena.agitator.fault;

import catena.harness.instance.ServerId;
import java.util.List;
import java.util.function.Consumer;

/** A fault of servers that hits one after the other. */
public abstract class OneByOne extends ServerFault {
  @Override
  protected final void injectAll(ClusterUnderTest field, List<Victim> victims, Consumer<Victim> hit)
      throws Exception {
    for (Victim victim : victims) {
      inject(field, id(victim));
      hit.accept(victim);
      bringBack(field, id(victim));
    }
  }

  /** Injects it into one; it is gone or halted when this returns. */
  protected abstract void inject(ClusterUnderTest field, ServerId id) throws Exception;

  /** Brings one back where that is part of the fault. */
  protected void bringBack(ClusterUnderTest field, ServerId id) throws Exception {}
}
