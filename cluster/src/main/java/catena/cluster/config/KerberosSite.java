package catena.cluster.config;

import catena.cluster.record.ClusterFiles;
import catena.cluster.record.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Security;
import catena.harness.accumulo.ClientLogin;
import catena.records.server.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What every configuration file of a cluster with Kerberos says of it.
 *
 * <p>All servers have one keytab, with a principal for Accumulo's, one for HDFS's, one for YARN's
 * and one for their web pages. Their host is the name of the loopback address: clients ask the KDC
 * for a server by the name that its address has.
 */
public final class KerberosSite {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final String REALM = "CATENA.LOCAL";

  /** Accumulo's root user. */
  static final String USER = "root@" + REALM;

  private static final String ACCUMULO = "accumulo";

  /**
   * Short on purpose: a run that is longer shows that every server and client renews its ticket.
   */
  private static final Duration LIFETIME = Duration.ofMinutes(5);

  /** For how long after its end a ticket still counts; everything is on one machine. */
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(1);

  private static final String HANDLERS = "org.apache.accumulo.server.security.handler.Kerberos";

  private KerberosSite() {}

  /** Why this machine cannot carry it, if it cannot. */
  public static Optional<String> problem() {
    return host().equals(ClusterRecord.LOOPBACK)
        ? Optional.of(
            "with security kerberos %s needs a name; add '%s localhost' to /etc/hosts"
                .formatted(ClusterRecord.LOOPBACK, ClusterRecord.LOOPBACK))
        : Optional.empty();
  }

  /** The name that the address of all servers has on this machine. */
  private static String host() {
    try {
      return InetAddress.getByAddress(LOOPBACK).getCanonicalHostName();
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  /** Writes what the KDC and every Java process need; keys do not change by it. */
  public static void write(ClusterRecord cluster, ClusterFiles files) throws IOException {
    if (!used(cluster.spec())) {
      return;
    }
    Files.createDirectories(files.kerberos());
    Files.writeString(files.krb5Conf(), krb5Conf(cluster.port(Role.KDC, "client")));
    // Accumulo's servers want their own address to have the name of their machine. The names are
    // given here, so that it does not matter what the machine is called elsewhere.
    String own = InetAddress.getLocalHost().getHostName();
    Files.writeString(
        files.hostsFile(),
        "%s %s%n%s %s%n".formatted(ClusterRecord.LOOPBACK, host(), ClusterRecord.LOOPBACK, own));
    Path secret = files.kdcProperties();
    if (!Files.exists(secret)) {
      Files.createFile(
          secret,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(secret, Configuration.properties(kdc(cluster, files)));
  }

  private static Map<String, String> kdc(ClusterRecord cluster, ClusterFiles files) {
    Map<String, String> kdc = new LinkedHashMap<>();
    kdc.put("realm", REALM);
    kdc.put("address", ClusterRecord.LOOPBACK);
    kdc.put("port", Integer.toString(cluster.port(Role.KDC, "client")));
    kdc.put("secret", cluster.secret());
    kdc.put("lifetime", Long.toString(LIFETIME.toSeconds()));
    kdc.put("work", files.temporary().toString());
    kdc.put(
        "keytab." + files.serversKeytab(),
        String.join(
            ",", principal(ACCUMULO), principal("hdfs"), principal("HTTP"), principal("yarn")));
    kdc.put("keytab." + files.userKeytab(), USER);
    return kdc;
  }

  private static String krb5Conf(int port) {
    return """
    [libdefaults]
      default_realm = %1$s
      udp_preference_limit = 1
      dns_lookup_kdc = false
      dns_lookup_realm = false
      clockskew = %2$d
    [realms]
      %1$s = {
        kdc = %3$s:%4$d
      }
    """
        .formatted(REALM, CLOCK_SKEW.toSeconds(), ClusterRecord.LOOPBACK, port);
  }

  /** The options of every Java process. */
  static List<String> java(ClusterSpec spec, ClusterFiles files) {
    return used(spec)
        ? List.of(
            "-D" + ClientLogin.KRB5_CONF + "=" + files.krb5Conf(),
            "-Djdk.net.hosts.file=" + files.hostsFile())
        : List.of();
  }

  /**
   * Begins the command line of a program of Accumulo's that reads HDFS before it logs in, as its
   * administrator does: Hadoop logs it in by these variables.
   */
  static List<String> loggedIn(ClusterSpec spec, ClusterFiles files) {
    return used(spec)
        ? List.of(
            "/usr/bin/env",
            "KRB5PRINCIPAL=" + principal(ACCUMULO),
            "KRB5KEYTAB=" + files.serversKeytab())
        : List.of();
  }

  /** What Accumulo's servers are told. */
  static Map<String, String> accumulo(ClusterSpec spec, ClusterFiles files) {
    Map<String, String> site = new LinkedHashMap<>();
    if (used(spec)) {
      site.put("instance.rpc.sasl.enabled", "true");
      site.put("general.kerberos.principal", principal(ACCUMULO));
      site.put("general.kerberos.keytab", files.serversKeytab().toString());
      site.put("instance.security.authenticator", HANDLERS + "Authenticator");
      site.put("instance.security.authorizor", HANDLERS + "Authorizor");
      site.put("instance.security.permissionHandler", HANDLERS + "PermissionHandler");
    }
    return site;
  }

  /** What clients are told. */
  static Map<String, String> clients(ClusterSpec spec, ClusterFiles files) {
    Map<String, String> properties = new LinkedHashMap<>();
    if (used(spec)) {
      properties.put("auth.type", "kerberos");
      properties.put("auth.principal", USER);
      properties.put("auth.token", files.userKeytab().toString());
      properties.put("sasl.enabled", "true");
      properties.put("sasl.kerberos.server.primary", ACCUMULO);
      properties.put(ClientLogin.KRB5_CONF, files.krb5Conf().toString());
    }
    return properties;
  }

  /** What everything that uses Hadoop is told. */
  static Map<String, String> hadoop(ClusterSpec spec) {
    return used(spec) ? Map.of("hadoop.security.authentication", "kerberos") : Map.of();
  }

  /** What HDFS is told. */
  static Map<String, String> hdfs(ClusterSpec spec, ClusterFiles files) {
    Map<String, String> site = new LinkedHashMap<>();
    if (!used(spec)) {
      return site;
    }
    for (String server : List.of("namenode", "datanode")) {
      site.put("dfs." + server + ".kerberos.principal", principal("hdfs"));
      site.put("dfs." + server + ".keytab.file", files.serversKeytab().toString());
    }
    site.put("dfs.web.authentication.kerberos.principal", principal("HTTP"));
    site.put("dfs.web.authentication.kerberos.keytab", files.serversKeytab().toString());
    site.put("dfs.block.access.token.enable", "true");
    // Ports below 1024 are root's, and everything else that is asked of a DataNode is there.
    site.put("ignore.secure.ports.for.testing", "true");
    // As on a cluster without Kerberos, where everybody is the user who started it.
    site.put("dfs.permissions.enabled", "false");
    return site;
  }

  /** What YARN is told. */
  static Map<String, String> yarn(ClusterSpec spec, ClusterFiles files) {
    Map<String, String> site = new LinkedHashMap<>();
    if (used(spec)) {
      for (String server : List.of("resourcemanager", "nodemanager")) {
        site.put("yarn." + server + ".principal", principal("yarn"));
        site.put("yarn." + server + ".keytab", files.serversKeytab().toString());
      }
    }
    return site;
  }

  /**
   * What jobs are told. A NodeManager hands out no mapper's output without Hadoop's native library,
   * which no artifact of Maven's has: so small jobs run in their ApplicationMaster, as a whole.
   */
  static Map<String, String> jobs(ClusterSpec spec) {
    return used(spec)
        ? Map.of(
            "mapreduce.job.ubertask.enable", "true",
            "mapreduce.job.ubertask.maxmaps", "9",
            // A range of rows does not say how much it is.
            "mapreduce.job.ubertask.maxbytes", Long.toString(Long.MAX_VALUE),
            "yarn.app.mapreduce.am.resource.mb", "1536")
        : Map.of();
  }

  private static String principal(String service) {
    return service + "/" + host() + "@" + REALM;
  }

  private static boolean used(ClusterSpec spec) {
    return spec.security() == Security.KERBEROS;
  }
}
