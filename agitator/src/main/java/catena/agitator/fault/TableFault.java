package catena.agitator.fault;

import java.util.List;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.commons.lang3.function.FailableFunction;

/** Something that is done to the run's table through Accumulo's client. */
public abstract non-sealed class TableFault implements Fault {
  @Override
  public boolean appliesTo(Target target) {
    return target instanceof Target.Table;
  }

  @Override
  public InjectedFault look(ClusterUnderTest field, TimedFault planned) throws Exception {
    return InjectedFault.of(planned, List.of(Victim.named(field.table())));
  }

  @Override
  public String heal(ClusterUnderTest field, InjectedFault injected) throws Exception {
    return "nothing to heal";
  }

  /**
   * Makes a call, within the limit for one: Accumulo's client may not answer for ever, and the call
   * is given up then.
   */
  protected static <T> T ask(
      ClusterUnderTest field, FailableFunction<TableOperations, T, Exception> call)
      throws Exception {
    return field.ask(() -> call.apply(field.client().tableOperations()));
  }

  /** Makes a call without a result, within the limit for one. */
  protected static void order(
      ClusterUnderTest field, FailableConsumer<TableOperations, Exception> order) throws Exception {
    boolean unused =
        ask(
            field,
            tables -> {
              order.accept(tables);
              return true;
            });
  }
}
