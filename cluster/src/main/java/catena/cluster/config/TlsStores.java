// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import catena.cluster.process.Launcher;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.Security;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The key and the certificate with which a cluster's servers show themselves, made once by Java's
 * own {@code keytool}.
 *
 * <p>All servers have the same key, and the certificate is signed by itself: clients are configured
 * to trust it.
 */
public final class TlsStores {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String ALIAS = "catena";

  private TlsStores() {}

  /** Makes the stores where the cluster is to have them and has none yet. */
  public static void ready(ClusterRecord cluster, ClusterFiles files, Launcher launcher)
      throws IOException, InterruptedException {
    if (cluster.spec().security() != Security.TLS || Files.exists(files.trustStore())) {
      return;
    }
    Files.createDirectories(files.tls());
    Path certificate = files.tls().resolve("certificate.pem");
    Path password = files.tls().resolve("password");
    for (Path before : List.of(files.keyStore(), certificate, password)) {
      Files.deleteIfExists(before);
    }
    Files.createFile(
        password,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(password, cluster.secret());
    keytool(
        launcher,
        password,
        files.keyStore(),
        List.of(
            "-genkeypair",
            "-dname",
            "CN=Catena local cluster",
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-validity",
            "3650",
            "-ext",
            "san=" + names(cluster)));
    String file = certificate.toString();
    keytool(launcher, password, files.keyStore(), List.of("-exportcert", "-rfc", "-file", file));
    // The clients' store comes last: it is the mark that all are there.
    Path fresh = files.tls().resolve("new.p12");
    Files.deleteIfExists(fresh);
    keytool(launcher, password, fresh, List.of("-importcert", "-noprompt", "-file", file));
    Files.move(fresh, files.trustStore());
  }

  private static void keytool(Launcher launcher, Path password, Path store, List<String> words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(words);
    command.addAll(
        List.of(
            "-alias",
            ALIAS,
            "-keystore",
            store.toString(),
            "-storetype",
            "PKCS12",
            "-storepass:file", // The words of a process can be read by every user of the machine.
            password.toString()));
    launcher.run("keytool", command, LIMIT);
  }

  /** Every address that a server of the cluster has. */
  private static String names(ClusterRecord cluster) {
    return Stream.concat(
            Stream.of("dns:localhost", "ip:" + ClusterRecord.LOOPBACK),
            cluster.spec().ids().stream().map(id -> "ip:" + cluster.host(id)))
        .distinct()
        .collect(Collectors.joining(","));
  }
}
