// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Security;
import catena.harness.accumulo.ClientLogin;
import com.google.common.net.InetAddresses;
import java.util.List;
import java.util.Optional;

/**
 * The names of a cluster with Kerberos, and what its processes are started with.
 *
 * <p>All servers have one keytab, with a principal for Accumulo's, one for HDFS's, one for YARN's
 * and one for their web pages. Their host is the name of the loopback address: clients ask the KDC
 * for a server by the name that its address has.
 */
public final class KerberosSite {
  /** The realm of every cluster. */
  static final String REALM = "CATENA.LOCAL";

  /** Accumulo's root user. */
  static final String USER = "root@" + REALM;

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
  static String host() {
    return InetAddresses.forString(ClusterRecord.LOOPBACK).getCanonicalHostName();
  }

  /** The options of every Java process. */
  static List<String> java(ClusterSpec spec, ClusterFiles files) {
    return spec.security() == Security.KERBEROS
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
    return spec.security() == Security.KERBEROS
        ? List.of(
            "/usr/bin/env",
            "KRB5PRINCIPAL=accumulo/" + host() + "@" + REALM,
            "KRB5KEYTAB=" + files.serversKeytab())
        : List.of();
  }
}
