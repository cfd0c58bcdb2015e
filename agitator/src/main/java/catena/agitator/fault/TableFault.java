package catena.agitator.fault;

import java.util.List;
import org.apache.accumulo.core.client.admin.TableOperations;

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

  /** One call of Accumulo's client, which may not answer for ever and is given up then. */
  public interface Call<T> {
    /** Makes it. */
    T on(TableOperations tables) throws Exception;
  }

  /** Makes a call, within the limit for one. */
  protected static <T> T ask(ClusterUnderTest field, Call<T> call) throws Exception {
    return field.ask(() -> call.on(field.client().tableOperations()));
  }

  /** A call without a result. */
  public interface Order {
    /** Makes it. */
    void on(TableOperations tables) throws Exception;
  }

  /** Makes a call without a result, within the limit for one. */
  protected static void order(ClusterUnderTest field, Order order) throws Exception {
    Call<Boolean> call =
        tables -> {
          order.on(tables);
          return true;
        };
    var unused = ask(field, call);
  }
}
