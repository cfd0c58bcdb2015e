// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.harness.instance.InstanceNodes;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.ZooKeeperPaths;
import catena.harness.instance.ZooKeepers;
import catena.records.threads.Bounded;
import catena.records.words.Amounts;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.Accumulo;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.admin.DelegationTokenConfig;
import org.apache.accumulo.core.client.security.SecurityErrorCode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/** A client of a cluster that is there, under the name asked for, and accepts the user. */
public final class Connection implements Closeable {
  private static final List<String> REQUIRED =
      List.of("instance.name", "instance.zookeepers", "auth.principal");

  private final AccumuloClient client;
  private final Properties properties;
  private final String instanceId;

  Connection(AccumuloClient client, Properties properties, String instanceId) {
    this.client = client;
    this.properties = properties;
    this.instanceId = instanceId;
  }

  /**
   * Connects, checking one thing after the other: the file, ZooKeeper, the instance, the user.
   *
   * @param limit for each of the last three; Accumulo's own client would try for ever
   * @throws UsageException naming the first thing that is wrong
   */
  public static Connection open(Path clientProps, Duration limit) {
    Properties given = read(clientProps);
    String zookeepers = given.getProperty("instance.zookeepers");
    String instanceId = find(zookeepers, given.getProperty("instance.name"), limit);
    Properties properties = ClientLogin.prepare(given);
    AccumuloClient client = null;
    try {
      client = Accumulo.newClient().from(properties).build();
      authenticate(client, ClientLogin.isKerberos(given), zookeepers, limit);
      return new Connection(client, properties, instanceId);
    } catch (RuntimeException e) {
      if (client != null) {
        client.close();
      }
      if (e instanceof UsageException) {
        throw e;
      }
      throw new UsageException(clientProps + " is refused by Accumulo's client: " + e.getMessage());
    }
  }

  /**
   * The ZooKeepers that a properties file names; does not connect to them.
   *
   * @throws UsageException if the file cannot be read or lacks something
   */
  public static String zookeepers(Path clientProps) {
    return read(clientProps).getProperty("instance.zookeepers");
  }

  private static Properties read(Path file) {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          "The client properties file "
              + file
              + " cannot be read ("
              + Reasons.of(e)
              + "); name one with -c");
    }
    // A ticket needs no token.
    Stream<String> token =
        ClientLogin.isKerberos(properties) ? Stream.empty() : Stream.of("auth.token");
    List<String> problems =
        Stream.concat(REQUIRED.stream(), token)
            .filter(key -> properties.getProperty(key, "").isBlank())
            .map(key -> file + " has no " + key + "; add it")
            .collect(Collectors.toCollection(ArrayList::new));
    problems.addAll(ClientLogin.problems(file, properties));
    if (!problems.isEmpty()) {
      throw new UsageException(problems);
    }
    return properties;
  }

  /**
   * A client by a properties file, without any check of what can be reached; the process is logged
   * in first where the file asks for Kerberos.
   *
   * @return to be closed by the caller
   * @throws UsageException if the file cannot be read or lacks something, or there is no login
   */
  public static AccumuloClient client(Path clientProps) {
    return Accumulo.newClient().from(ClientLogin.prepare(read(clientProps))).build();
  }

  /** Any call that needs the user's own credentials. */
  private static void authenticate(
      AccumuloClient client, boolean kerberos, String zookeepers, Duration limit) {
    try {
      Bounded.run(
          "authenticate",
          limit,
          () -> client.securityOperations().getUserAuthorizations(client.whoami()));
    } catch (TimeoutException e) {
      throw new UsageException(
          "ZooKeeper at "
              + zookeepers
              + " answers, but no tablet server did within "
              + Amounts.span(limit)
              + ": are the manager and the tablet servers running"
              + (kerberos
                  ? ", and is sasl.kerberos.server.primary the first part of their principal?"
                  : ", and do they talk as the client properties say (ssl.enabled,"
                      + " sasl.enabled)?"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("Interrupted while connecting");
    } catch (AccumuloSecurityException e) {
      boolean wrong = e.getSecurityErrorCode() == SecurityErrorCode.BAD_CREDENTIALS;
      throw new UsageException(
          "The instance does not let user %s in (%s): correct auth.principal and auth.token in the client properties file"
              .formatted(
                  client.whoami(),
                  wrong ? "the name or the password is wrong" : e.getSecurityErrorCode()));
    } catch (Exception e) {
      throw new UsageException("The instance cannot be asked who " + client.whoami() + " is: " + e);
    }
  }

  /** The client; closed with this. */
  public AccumuloClient client() {
    return client;
  }

  /**
   * Another client of the same user, for polling what may be out of order. A scan of it that finds
   * no server tries again after half a second at most; one of the usual client waits up to 5 s, and
   * reports that much later that a tablet is back.
   *
   * <p>The property is the servers' {@code GENERAL_MAX_SCANNER_RETRY_PERIOD}, which {@code
   * ClientConfConverter} takes from clients' properties too, as every property.
   *
   * @return to be closed by the caller
   */
  public AccumuloClient watcher() {
    Properties impatient = properties();
    impatient.setProperty("general.max.scanner.retry.period", "500ms");
    return Accumulo.newClient().from(impatient).build();
  }

  /** A copy of what Accumulo's client takes: what the file holds, with the login if it is one. */
  public Properties properties() {
    Properties copy = new Properties();
    copy.putAll(properties);
    return copy;
  }

  /**
   * The same for tasks in processes of others, which have no login of the user: with a token of
   * Accumulo's own that stands for it, for as long as {@code general.delegation.token.lifetime}
   * says (7 days). Without Kerberos there is nothing to stand for.
   *
   * @throws AccumuloException if the user may not have one
   */
  public Properties delegated() throws AccumuloException {
    if (!ClientLogin.isKerberos(properties)) {
      return properties();
    }
    try {
      return Accumulo.newClientProperties()
          .from(properties())
          .as(
              client.whoami(),
              client.securityOperations().getDelegationToken(new DelegationTokenConfig()))
          .build();
    } catch (AccumuloSecurityException e) {
      throw new AccumuloException(
          "User %s gets no delegation token (%s); grant it System.OBTAIN_DELEGATION_TOKEN"
              .formatted(client.whoami(), e.getSecurityErrorCode()),
          e);
    }
  }

  /** The ZooKeeper servers, as Accumulo names them. */
  public String zookeepers() {
    return properties.getProperty("instance.zookeepers");
  }

  /**
   * The locks and their holders; to be closed by the caller.
   *
   * @param limit how long ZooKeeper may take to answer
   */
  public ServerLocks locks(Duration limit) {
    return new ServerLocks(zookeepers(), properties.getProperty("instance.name"), limit);
  }

  /**
   * What the instance keeps in ZooKeeper; to be closed by the caller.
   *
   * @param limit for a connection
   */
  public InstanceNodes nodes(Duration limit) {
    return new InstanceNodes(zookeepers(), instanceId, limit);
  }

  /** The unique identity of the instance. */
  public String instanceId() {
    return instanceId;
  }

  @Override
  public void close() {
    client.close();
  }

  /**
   * Finds an instance in ZooKeeper, within a limit; with a plain client, which says what is wrong
   * with the names of the servers where Curator's would only log it.
   *
   * @throws UsageException if ZooKeeper does not answer, or does not know the name
   */
  private static String find(String zookeepers, String instance, Duration limit) {
    try {
      ZooKeeper zookeeper = ZooKeepers.connect(zookeepers, limit);
      try {
        return instanceId(zookeeper, zookeepers, instance);
      } finally {
        ZooKeepers.close(zookeeper);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException("instance.zookeepers=" + zookeepers + " cannot be used: " + e);
    } catch (TimeoutException
        | KeeperException.ConnectionLossException
        | KeeperException.RequestTimeoutException e) {
      throw new UsageException(
          "ZooKeeper at "
              + zookeepers
              + " does not answer within "
              + Amounts.span(limit)
              + ": is it running, and is instance.zookeepers right?");
    } catch (KeeperException e) {
      throw new UsageException("ZooKeeper at " + zookeepers + " cannot be asked: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("Interrupted while connecting to ZooKeeper at " + zookeepers);
    }
  }

  private static String instanceId(ZooKeeper zookeeper, String zookeepers, String instance)
      throws KeeperException, InterruptedException {
    try {
      return new String(
          zookeeper.getData(ZooKeeperPaths.INSTANCES + "/" + instance, false, null), UTF_8);
    } catch (KeeperException.NoNodeException e) {
      throw new UsageException(
          "ZooKeeper at "
              + zookeepers
              + " knows no instance "
              + instance
              + "; it knows "
              + known(zookeeper)
              + ": correct instance.name");
    }
  }

  private static List<String> known(ZooKeeper zookeeper)
      throws KeeperException, InterruptedException {
    try {
      return zookeeper.getChildren(ZooKeeperPaths.INSTANCES, false);
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    }
  }
}
