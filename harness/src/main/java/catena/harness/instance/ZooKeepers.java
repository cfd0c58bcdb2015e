// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import catena.records.words.Amounts;
import catena.records.words.UsageException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.curator.RetryPolicy;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;

/**
 * Opens clients of ZooKeeper, the only class that does: connecting, requests and closing have
 * limits, which ZooKeeper's own defaults lack.
 *
 * <p>Curator is for callers that stay connected, and are to be reconnected. A plain client is for
 * those that ask once within a limit, where Curator would try again and only log what is wrong.
 */
public final class ZooKeepers {
  /** How long ZooKeeper keeps what a dead process held. */
  public static final Duration SESSION = Duration.ofSeconds(15);

  private static final int CLOSING_MILLIS = 1_000;

  /** An answer to four letters is some hundred bytes; what is longer is none. */
  private static final int MOST_BYTES = 65_536;

  private ZooKeepers() {}

  /**
   * A client that connects when started, and again whenever the connection was lost.
   *
   * @param limit for each connection, and for each request
   */
  public static CuratorFramework curator(String zookeepers, Duration limit, RetryPolicy retry) {
    return builder(zookeepers, limit, retry).build();
  }

  /**
   * The same, where only clients with a secret have access to what it makes below a path.
   *
   * @param root of these nodes; those above it are open to all
   */
  public static CuratorFramework curator(
      String zookeepers, Duration limit, RetryPolicy retry, String root, String secret) {
    ACLProvider acls =
        new ACLProvider() {
          @Override
          public List<ACL> getDefaultAcl() {
            return ZooDefs.Ids.OPEN_ACL_UNSAFE;
          }

          @Override
          public List<ACL> getAclForPath(String path) {
            return (path + "/").startsWith(root + "/")
                ? ZooDefs.Ids.CREATOR_ALL_ACL
                : getDefaultAcl();
          }
        };
    return builder(zookeepers, limit, retry)
        .authorization("digest", ("catena:" + secret).getBytes(StandardCharsets.UTF_8))
        .aclProvider(acls)
        .build();
  }

  private static CuratorFrameworkFactory.Builder builder(
      String zookeepers, Duration limit, RetryPolicy retry) {
    return CuratorFrameworkFactory.builder()
        .connectString(zookeepers)
        .sessionTimeoutMs((int) SESSION.toMillis())
        .connectionTimeoutMs((int) limit.toMillis())
        .retryPolicy(retry)
        .zkClientConfig(bounded(limit))
        .waitForShutdownTimeoutMs(CLOSING_MILLIS);
  }

  /**
   * Starts a client of Curator's and waits for its connection; closes it if there is none.
   *
   * @param zookeepers that it connects to, for the message
   * @throws UsageException if ZooKeeper does not answer within the limit
   */
  public static void start(CuratorFramework curator, String zookeepers, Duration limit) {
    curator.start();
    boolean connected = false;
    try {
      connected = curator.blockUntilConnected((int) limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!connected) {
      curator.close();
      throw new UsageException(
          "ZooKeeper at " + zookeepers + " does not answer within " + Amounts.span(limit));
    }
  }

  /**
   * A plain client that has a session; to be closed by {@link #close}.
   *
   * @param limit for the session, and for each request
   * @throws TimeoutException if there is no session within the limit
   * @throws IOException if the names cannot be made out
   */
  public static ZooKeeper connect(String zookeepers, Duration limit)
      throws IOException, TimeoutException, InterruptedException {
    CountDownLatch connected = new CountDownLatch(1);
    Watcher watcher =
        event -> {
          if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
            connected.countDown();
          }
        };
    ZooKeeper client = new ZooKeeper(zookeepers, (int) limit.toMillis(), watcher, bounded(limit));
    boolean there = false;
    try {
      there = connected.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      if (!there) {
        client.close(CLOSING_MILLIS);
      }
    }
    if (!there) {
      throw new TimeoutException("no session with ZooKeeper at " + zookeepers);
    }
    return client;
  }

  /**
   * Makes a request of ZooKeeper, by whichever client.
   *
   * @param what it is for, behind "cannot": {@code list announcements}
   * @throws IOException if it failed, whatever it failed of; if the thread was interrupted, it
   *     still is
   */
  public static <T> T ask(String what, Callable<T> request) throws IOException {
    try {
      return request.call();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted: cannot " + what, e);
    } catch (Exception e) {
      throw new IOException("cannot " + what + ": " + e, e);
    }
  }

  /** Closing a session is a request too, which by default is waited for without a limit. */
  private static ZKClientConfig bounded(Duration limit) {
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, Long.toString(limit.toMillis()));
    return config;
  }

  /**
   * What a server answers to one of its four-letter words ({@code 4lw.commands.whitelist}); empty
   * if it closes the connection without a word.
   *
   * @param word {@code ruok}, {@code srvr}
   * @param limit for the connection, and for each part of the answer
   * @throws IOException if it does not answer
   */
  public static String fourLetters(InetSocketAddress server, String word, Duration limit)
      throws IOException {
    int millis = (int) limit.toMillis();
    try (Socket socket = new Socket()) {
      socket.connect(server, millis);
      socket.setSoTimeout(millis);
      socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      byte[] answer = socket.getInputStream().readNBytes(MOST_BYTES);
      return new String(answer, StandardCharsets.US_ASCII);
    }
  }

  /** Ends a plain client's session, where that is possible within a second or its limit. */
  public static void close(ZooKeeper client) {
    try {
      client.close(CLOSING_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
