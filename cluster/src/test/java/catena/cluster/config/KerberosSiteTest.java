// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Security;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the KDC and every Java process of a cluster with Kerberos find in their files. */
class KerberosSiteTest {
  @TempDir private Path temp;

  private ClusterFiles write(Security security) throws IOException {
    ClusterFiles files = new ClusterFiles(temp);
    ClusterSpec spec = ClusterSpec.usual().with("security", security.word());
    files.createDirectories();
    new Configuration(
            new ClusterRecord("catena", "password", "secret", spec, SitesTest.PORTS, null),
            files,
            SitesTest.JARS)
        .writeGround();
    return files;
  }

  private static Properties kdc(ClusterFiles files) throws IOException {
    Properties kdc = new Properties();
    try (Reader reader = Files.newBufferedReader(files.kdcProperties())) {
      kdc.load(reader);
    }
    return kdc;
  }

  @Test
  void clientsFindTheKdcAtItsPortAndServersByTheirNames() throws Exception {
    ClusterFiles files = write(Security.KERBEROS);

    assertThat(Files.readAllLines(files.krb5Conf()).stream().map(String::strip))
        .contains(
            "default_realm = CATENA.LOCAL",
            "clockskew = 60",
            "kdc = 127.0.0.1:1005",
            "dns_lookup_kdc = false");
    assertThat(Files.readAllLines(files.hostsFile()))
        .hasSize(2)
        .allMatch(line -> line.matches("127[.]0[.]0[.]1 .+"));
  }

  /** Its secret makes every key of the realm. */
  @Test
  void noOtherUserMayReadThePropertiesOfTheKdc() throws Exception {
    ClusterFiles files = write(Security.KERBEROS);

    assertThat(Files.getPosixFilePermissions(files.kdcProperties()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    Properties kdc = kdc(files);
    assertThat(kdc)
        .containsEntry("realm", "CATENA.LOCAL")
        .containsEntry("address", "127.0.0.1")
        .containsEntry("port", "1005")
        .containsEntry("secret", "secret")
        .containsEntry("lifetime", "300")
        .containsEntry("keytab." + files.userKeytab(), KerberosSite.USER);
    assertThat(kdc.getProperty("keytab." + files.serversKeytab()).split(","))
        .extracting(principal -> principal.split("/", -1)[0])
        .containsExactly("accumulo", "hdfs", "HTTP", "yarn");
  }

  @Test
  void writtenAgainItIsTheSame() throws Exception {
    ClusterFiles files = write(Security.KERBEROS);
    Properties first = kdc(files);
    assertThat(kdc(write(Security.KERBEROS))).isEqualTo(first);
    assertThat(Files.getPosixFilePermissions(files.kdcProperties()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void aClusterWithoutKerberosHasNoneOfTheseFiles() throws Exception {
    ClusterFiles files = write(Security.NONE);
    assertThat(files.kerberos()).doesNotExist();
    assertThat(KerberosSite.java(ClusterSpec.usual(), files)).isEmpty();
    assertThat(KerberosSite.loggedIn(ClusterSpec.usual(), files)).isEmpty();
  }
}
