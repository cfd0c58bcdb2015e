// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.admin.kadmin.local.LocalKadmin;
import org.apache.kerby.kerberos.kerb.server.KdcConfigKey;
import org.apache.kerby.kerberos.kerb.server.SimpleKdcServer;

/**
 * A KDC for one cluster on one machine: Apache Kerby's, which Hadoop brings along.
 *
 * <p>It keeps nothing. All keys follow from one secret, so that after a restart the keytabs and the
 * tickets of before are still good.
 */
public final class Kdc {
  private static final String KEYTAB = "keytab.";

  private Kdc() {}

  /**
   * Answers until the process is ended.
   *
   * @param words the file with the properties that {@link #start} takes
   */
  public static void main(String... words) throws IOException, KrbException {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(Path.of(words[0]))) {
      properties.load(in);
    }
    SimpleKdcServer running = start(properties);
    System.out.println(
        "KDC of "
            + properties.getProperty("realm")
            + " is up at port "
            + running.getKdcSetting().getKdcTcpPort());
  }

  /**
   * Starts one, after its keytabs are written.
   *
   * @param properties {@code realm}; {@code address} and {@code port}, TCP; {@code secret}; {@code
   *     lifetime} of tickets in seconds; {@code work}, a directory; for each {@code keytab.FILE}
   *     the principals in it, with commas between
   */
  static SimpleKdcServer start(Properties properties) throws IOException, KrbException {
    SimpleKdcServer kdc = new SimpleKdcServer();
    kdc.setWorkDir(Path.of(properties.getProperty("work")).toFile());
    kdc.setKdcRealm(properties.getProperty("realm"));
    kdc.setKdcHost(properties.getProperty("address"));
    kdc.setAllowUdp(false);
    kdc.setKdcTcpPort(Integer.parseInt(properties.getProperty("port")));
    long lifetime = Long.parseLong(properties.getProperty("lifetime"));
    kdc.getKdcConfig().setLong(KdcConfigKey.MAXIMUM_TICKET_LIFETIME, lifetime);
    kdc.getKdcConfig().setLong(KdcConfigKey.MINIMUM_TICKET_LIFETIME, Duration.ZERO.toSeconds());
    kdc.init();
    String realm = properties.getProperty("realm");
    String secret = properties.getProperty("secret");
    LocalKadmin admin = kdc.getKadmin();
    String granting = "krbtgt/" + realm + "@" + realm;
    admin.changePassword(granting, secret + granting);
    for (String key : properties.stringPropertyNames()) {
      if (key.startsWith(KEYTAB)) {
        List<String> principals = List.of(properties.getProperty(key).split(",", -1));
        for (String principal : principals) {
          admin.addPrincipal(principal, secret + principal);
        }
        export(admin, principals, Path.of(key.substring(KEYTAB.length())));
      }
    }
    kdc.start();
    return kdc;
  }

  /** A process that sees the file sees all of it; no other user can read it. */
  private static void export(LocalKadmin admin, List<String> principals, Path keytab)
      throws IOException, KrbException {
    Path fresh = Files.createTempDirectory(keytab.getParent(), "keytab").resolve("new");
    admin.exportKeytab(fresh.toFile(), principals);
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
    Files.move(fresh, keytab, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    Files.delete(fresh.getParent());
  }
}
