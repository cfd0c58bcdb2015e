// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The way of one process to ZooKeeper, which can be cut and healed. */
final class Proxy implements Closeable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final int port;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;

  Proxy(int port) throws IOException {
    this.port = port;
    daemon(this::accept);
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  String connect() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  /** Drops all connections, and refuses new ones. */
  void cut() throws IOException {
    cut = true;
    for (Socket each : open) {
      each.close();
    }
    open.clear();
  }

  void heal() {
    cut = false;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket in = server.accept();
        if (cut) {
          in.close();
          continue;
        }
        Socket out = new Socket(InetAddress.getLoopbackAddress(), port);
        open.add(in);
        open.add(out);
        daemon(() -> pump(in, out));
        daemon(() -> pump(out, in));
      } catch (IOException e) {
        // it is closed, or ZooKeeper is
      }
    }
  }

  private static void pump(Socket from, Socket to) {
    try (from;
        to) {
      long unused = from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // the connection is over
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    cut();
  }
}
