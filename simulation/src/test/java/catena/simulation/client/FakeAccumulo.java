// SPDX-License-Identifier: Apache-2.0
package catena.simulation.client;

import catena.graph.Graph;
import catena.read.check.KnownWriters;
import catena.read.reader.ReadTarget;
import catena.simulation.table.Table;
import catena.simulation.world.World;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.accumulo.core.security.Authorizations;

/** A client of the simulated table; what readers and verification do not use throws. */
public final class FakeAccumulo implements InvocationHandler {
  public static final String INSTANCE_ID = "simulation";
  public static final String TABLE = "simulated";
  public static final String TABLE_ID = "1";

  /** Says which tables there are. */
  private static final Object TABLES =
      Proxy.newProxyInstance(
          FakeAccumulo.class.getClassLoader(),
          new Class<?>[] {TableOperations.class},
          (proxy, method, arguments) -> {
            if (method.getName().equals("tableIdMap")) {
              return Map.of(TABLE, TABLE_ID);
            }
            throw new UnsupportedOperationException(
                "the simulated client cannot do this: " + method.getName());
          });

  private final World world;
  private final Table table;
  private final Authorizations user;

  private FakeAccumulo(World world, Table table, Authorizations user) {
    this.world = world;
    this.table = table;
    this.user = user;
  }

  /** The client of a user with some authorizations. */
  public static AccumuloClient client(World world, Table table, Authorizations user) {
    return (AccumuloClient)
        Proxy.newProxyInstance(
            FakeAccumulo.class.getClassLoader(),
            new Class<?>[] {AccumuloClient.class},
            new FakeAccumulo(world, table, user));
  }

  /**
   * The simulated table as readers find it.
   *
   * @param user has all of its authorizations
   * @param sets of authorizations to read with
   * @param everyVersion whether it returns every version of an entry
   * @param mayTie whether it orders entries by milliseconds
   */
  public static ReadTarget target(
      AccumuloClient client,
      Graph graph,
      Authorizations user,
      List<Authorizations> sets,
      ConsistencyLevel consistency,
      boolean everyVersion,
      boolean mayTie) {
    return new ReadTarget(
        client,
        INSTANCE_ID,
        TABLE,
        TABLE_ID,
        Optional.of(graph),
        user,
        sets,
        consistency,
        KnownWriters.NONE,
        everyVersion,
        mayTie);
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "createScanner" -> scanner(arguments, false);
      case "createBatchScanner" -> scanner(arguments, true);
      case "tableOperations" -> TABLES;
      case "whoami" -> "simulated user";
      case "close" -> null;
      default ->
          throw new UnsupportedOperationException(
              "the simulated client cannot do this: " + method.getName());
    };
  }

  private FakeScanner scanner(Object[] arguments, boolean batch) {
    return new FakeScanner(world, table, (Authorizations) arguments[1], user, batch);
  }
}
