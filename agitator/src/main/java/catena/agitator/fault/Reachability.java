// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Whether addresses can be reached. */
public final class Reachability {
  private static final int LIMIT_MILLIS = 2_000;

  private Reachability() {}

  /** Whether somebody accepts connections there; a host that does not answer does not. */
  public static boolean listens(String address) {
    HostAndPort at = HostAndPort.fromString(address);
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(at.getHost(), at.getPort()), LIMIT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
