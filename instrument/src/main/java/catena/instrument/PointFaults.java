// SPDX-License-Identifier: Apache-2.0
package catena.instrument;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import net.bytebuddy.asm.Advice;

/** What may happen to a server at a point: it is slow there, fails, or does not go on. */
public final class PointFaults {
  /** How often one that hangs checks whether it may go on, milliseconds. */
  private static final long LOOK = 50;

  private PointFaults() {}

  /** Stands for the name of a point. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Name {}

  /** Stands for whether the method may throw an {@link IOException}. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Io {}

  /** Done when a method begins. */
  static final class AtEntry {
    @Advice.OnMethodEnter
    static void enter(@Name String name, @Io boolean io) throws IOException {
      PointFaults.at(name, io);
    }
  }

  /**
   * What happens at a point.
   *
   * @param io whether what is thrown is to be an {@link IOException}, which the caller expects
   */
  public static void at(String name, boolean io) throws IOException {
    Strikes.Order order = Strikes.order(name);
    if (order == null || !order.isDue()) {
      return;
    }
    Strikes.write("strike", order.id, name, order.does);
    try {
      if (order.does.startsWith("delay:")) {
        Thread.sleep(Long.parseLong(order.does.substring("delay:".length())));
      } else if (order.does.equals("hang")) {
        while (Strikes.order(name) == order) {
          Thread.sleep(LOOK);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (order.does.equals("throw")) {
      String why = "thrown on purpose at " + name;
      if (io) {
        throw new IOException(why);
      }
      throw new IllegalStateException(why);
    }
  }
}
