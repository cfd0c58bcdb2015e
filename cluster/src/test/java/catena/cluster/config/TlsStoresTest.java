// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.process.Launcher;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Security;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stores that Java's own keytool makes, and a connection through them. */
@Timeout(300)
class TlsStoresTest {
  private static final String SECRET = "0123456789abcdef";

  @TempDir private Path directory;

  private ClusterFiles made(String name, Security security) throws Exception {
    ClusterFiles files = new ClusterFiles(directory.resolve(name));
    files.createDirectories();
    ClusterSpec spec = ClusterSpec.usual().with("security", security.word());
    ClusterRecord cluster = new ClusterRecord("catena", "password", SECRET, spec, Map.of(), null);
    TlsStores.ready(cluster, files, new Launcher(files, Clock.systemUTC()));
    return files;
  }

  private static KeyStore store(Path file) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, SECRET.toCharArray());
    }
    return store;
  }

  private static SSLContext server(ClusterFiles files) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store(files.keyStore()), SECRET.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  private static SSLContext client(ClusterFiles files) throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store(files.trustStore()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** What a client that trusts some servers reads from one, whose name it checks. */
  private static int read(ClusterFiles trusted, ClusterFiles one) throws Exception {
    try (SSLServerSocket listening =
        (SSLServerSocket)
            server(one)
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> served =
          CompletableFuture.runAsync(
              () -> {
                try (SSLSocket connection = (SSLSocket) listening.accept()) {
                  connection.getOutputStream().write(42);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      try (SSLSocket socket =
          (SSLSocket)
              client(trusted)
                  .getSocketFactory()
                  .createSocket("127.0.0.1", listening.getLocalPort())) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        return socket.getInputStream().read();
      } finally {
        served.exceptionally(refused -> null).join();
      }
    }
  }

  @Test
  void clientsOfTheClusterTrustItsServersAndNoOthers() throws Exception {
    ClusterFiles own = made("own", Security.TLS);
    ClusterFiles other = made("other", Security.TLS);
    assertThat(read(own, own)).isEqualTo(42);
    assertThatThrownBy(() -> read(own, other)).isInstanceOf(SSLException.class);
  }

  @Test
  void theStoresStayAndOnlyTheUserMayReadThePassword() throws Exception {
    ClusterFiles files = made("c", Security.TLS);
    byte[] before = Files.readAllBytes(files.keyStore());
    assertThat(made("c", Security.TLS).keyStore()).hasBinaryContent(before);
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(files.tls().resolve("password"))))
        .isEqualTo("rw-------");
    assertThat(store(files.trustStore()).isKeyEntry("catena")).isFalse();
  }

  @Test
  void whatWasBrokenOffIsMadeAnew() throws Exception {
    ClusterFiles files = made("c", Security.TLS);
    Files.delete(files.trustStore());
    assertThat(read(made("c", Security.TLS), files)).isEqualTo(42);
  }

  @Test
  void withoutTlsThereAreNone() throws Exception {
    assertThat(made("c", Security.NONE).tls()).doesNotExist();
  }
}
