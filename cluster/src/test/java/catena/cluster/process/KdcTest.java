// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.accumulo.ClientLogin;
import catena.records.server.Role;
import catena.records.words.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.kerby.kerberos.kerb.server.SimpleKdcServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A KDC in this process, and what client properties get from it. */
@Timeout(120)
class KdcTest {
  private static final String REALM = "TEST.LOCAL";
  private static final String USER = "root@" + REALM;

  @TempDir private Path directory;
  @TempDir private Path work;
  private SimpleKdcServer kdc;
  private int port;
  private String before;

  @BeforeEach
  void start() throws Exception {
    before = System.getProperty(ClientLogin.KRB5_CONF);
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    kdc = Kdc.start(properties("secret"));
    Files.writeString(krb5Conf(), krb5(port));
  }

  @AfterEach
  void stop() throws Exception {
    kdc.stop();
    UserGroupInformation.reset();
    if (before == null) {
      System.clearProperty(ClientLogin.KRB5_CONF);
    } else {
      System.setProperty(ClientLogin.KRB5_CONF, before);
    }
  }

  private Properties properties(String secret) {
    Properties properties = new Properties();
    properties.setProperty("realm", REALM);
    properties.setProperty("address", "127.0.0.1");
    properties.setProperty("port", Integer.toString(port));
    properties.setProperty("secret", secret);
    properties.setProperty("lifetime", "300");
    properties.setProperty("work", work.toString());
    properties.setProperty("keytab." + keytab(), USER);
    properties.setProperty(
        "keytab." + directory.resolve("servers.keytab"), "a/localhost@" + REALM + ",b@" + REALM);
    return properties;
  }

  private Path keytab() {
    return directory.resolve("user.keytab");
  }

  private Path krb5Conf() {
    return directory.resolve("krb5.conf");
  }

  private static String krb5(int port) {
    return """
    [libdefaults]
      default_realm = %1$s
      udp_preference_limit = 1
      kdc_timeout = 2000
      max_retries = 1
    [realms]
      %1$s = {
        kdc = 127.0.0.1:%2$d
      }
    """
        .formatted(REALM, port);
  }

  private Properties client(String principal, Path keytab) {
    Properties client = new Properties();
    client.setProperty("instance.name", "i");
    client.setProperty("instance.zookeepers", "localhost:1");
    client.setProperty("auth.type", "kerberos");
    client.setProperty("auth.principal", principal);
    client.setProperty("auth.token", keytab.toString());
    client.setProperty("sasl.enabled", "true");
    client.setProperty(ClientLogin.KRB5_CONF, krb5Conf().toString());
    return client;
  }

  @Test
  void itIsTheProgramOfItsRole() {
    assertThat(Role.KDC.program()).isEqualTo(Kdc.class.getName());
  }

  @Test
  void aKeytabLogsTheProcessInAndTheClientPropertiesSayKerberos() throws Exception {
    Properties prepared = ClientLogin.prepare(client(USER, keytab()));
    assertThat(UserGroupInformation.getLoginUser().getUserName()).isEqualTo(USER);
    assertThat(UserGroupInformation.getLoginUser().hasKerberosCredentials()).isTrue();
    assertThat(prepared)
        .containsEntry("auth.principal", USER)
        .containsEntry("sasl.enabled", "true")
        .extractingByKey("auth.type")
        .asString()
        .endsWith("KerberosToken");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keytab())))
        .isEqualTo("rw-------");
  }

  @Test
  void afterARestartTheKeytabOfBeforeIsGood() throws Exception {
    byte[] keys = Files.readAllBytes(keytab());
    kdc.stop();
    kdc = Kdc.start(properties("secret"));
    Files.write(keytab(), keys);
    ClientLogin.prepare(client(USER, keytab()));
    assertThat(UserGroupInformation.getLoginUser().hasKerberosCredentials()).isTrue();
  }

  @Test
  void aKeyOfAnotherSecretIsRefused() throws Exception {
    byte[] keys = Files.readAllBytes(keytab());
    kdc.stop();
    kdc = Kdc.start(properties("another"));
    Files.write(keytab(), keys);
    refused(client(USER, keytab()), "make the keytab anew");
  }

  @Test
  void aPrincipalThatTheRealmDoesNotHaveIsNamed() throws Exception {
    Path other = directory.resolve("servers.keytab");
    kdc.getKadmin().deletePrincipal("b@" + REALM);
    refused(client("b@" + REALM, other), "b@TEST.LOCAL", "correct auth.principal");
  }

  @Test
  void aKeytabWithoutThePrincipalIsNamed() {
    refused(client("x@" + REALM, keytab()), "x@TEST.LOCAL", keytab() + " has no key of it");
  }

  @Test
  void filesThatAreNotThereAreNamed() {
    refused(client(USER, directory.resolve("none")), "auth.token names", "which is not there");
    Properties client = client(USER, keytab());
    client.setProperty(ClientLogin.KRB5_CONF, directory.resolve("no.conf").toString());
    refused(client, ClientLogin.KRB5_CONF + " names", "no.conf, which is not there");
  }

  @Test
  void withoutATicketThereIsNoLogin() {
    Properties client = client(USER, keytab());
    client.remove("auth.token");
    refused(client, "no valid Kerberos ticket", "run kinit " + USER);
  }

  @Test
  void aKdcThatDoesNotRunIsAskedFor() throws Exception {
    kdc.stop();
    refused(client(USER, keytab()), "is the KDC that krb5.conf names running?");
    kdc = Kdc.start(properties("secret"));
    ClientLogin.prepare(client(USER, keytab()));
    assertThat(UserGroupInformation.getLoginUser().getUserName()).isEqualTo(USER);
  }

  @Test
  void aRealmThatIsNotConfiguredIsAskedFor() throws IOException {
    Files.writeString(krb5Conf(), "[libdefaults]\n", UTF_8);
    refused(client(USER, keytab()), "name the realm and its KDC in /etc/krb5.conf");
  }

  private static void refused(Properties client, String... words) {
    assertThatThrownBy(() -> ClientLogin.prepare(client))
        .isInstanceOf(UsageException.class)
        .message()
        .contains(words);
  }
}
