// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import java.lang.reflect.Proxy;
import java.util.Properties;
import org.apache.accumulo.core.client.AccumuloClient;

/** A connection to nothing, for what must not ask: whoever does gets an {@link AssertionError}. */
public final class UnaskedConnection {
  private UnaskedConnection() {}

  /** It need not be closed. */
  public static Connection make() {
    Object client =
        Proxy.newProxyInstance(
            AccumuloClient.class.getClassLoader(),
            new Class<?>[] {AccumuloClient.class},
            (any, method, words) -> {
              throw new AssertionError("The cluster is asked for " + method.getName());
            });
    return of((AccumuloClient) client);
  }

  /** The same with a client that may be asked. */
  public static Connection of(AccumuloClient client) {
    return new Connection(client, new Properties(), "instance");
  }
}
