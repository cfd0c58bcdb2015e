package catena.agitator;

import java.util.List;
import org.apache.accumulo.core.client.admin.TableOperations;

/** Something that is done to the run's table through Accumulo's client. */
abstract non-sealed class TableFault implements Fault {
  @Override
  public boolean strikes(Aim aim) {
    return aim instanceof Aim.Table;
  }

  @Override
  public Deed look(Field field, TimedFault planned) throws Exception {
    return Deed.of(planned, List.of(Victim.named(field.table())));
  }

  @Override
  public String heal(Field field, Deed deed) throws Exception {
    return "nothing to mend";
  }

  /** One call of Accumulo's client, which may not answer for ever and is given up then. */
  interface Call<T> {
    T on(TableOperations tables) throws Exception;
  }

  static <T> T ask(Field field, Call<T> call) throws Exception {
    return field.ask(() -> call.on(field.client().tableOperations()));
  }

  /** A call without a result. */
  interface Order {
    void on(TableOperations tables) throws Exception;
  }

  static void order(Field field, Order order) throws Exception {
    Call<Boolean> call =
        tables -> {
          order.on(tables);
          return true;
        };
    var unused = ask(field, call);
  }
}
