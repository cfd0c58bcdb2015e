// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.words.UsageException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.accumulo.core.client.security.tokens.KerberosToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientLoginTest {
  private static Properties properties(String... pairs) {
    Properties properties = new Properties();
    for (int i = 0; i < pairs.length; i += 2) {
      properties.setProperty(pairs[i], pairs[i + 1]);
    }
    return properties;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Client not found in Kerberos database (6)   | no such principal",
        "CLIENT_NOT_FOUND                            | no such principal",
        "Unable to obtain password from user         | k.keytab has no key of it; klist -kt"
            + " k.keytab",
        "Checksum failed                             | key in k.keytab is not the one of the realm",
        "Pre-authentication information was invalid  | key in k.keytab is not the one of the realm",
        "PREAUTH_FAILED                              | key in k.keytab is not the one of the realm",
        "Integrity check on decrypted field failed   | key in k.keytab is not the one of the realm",
        "Clock skew too great (37)                   | clocks of this machine and of the KDC"
            + " differ",
        "Cannot find KDC for realm X                 | name the realm and its KDC in"
            + " /etc/krb5.conf",
        "Cannot locate KDC                           | name the realm and its KDC in"
            + " /etc/krb5.conf",
        "java.net.ConnectException: Connection refused | is the KDC that krb5.conf names running?",
        "Receive timed out                           | is the KDC that krb5.conf names running?",
        "Cannot contact any KDC                      | is the KDC that krb5.conf names running?",
        "something else                              | compare auth.principal and auth.token",
      })
  void whatToDoIsSaidForEachThatKerberosSays(String said, String advice) {
    ClientLogin.Login wanted = new ClientLogin.Login("", "me@X", "k.keytab");
    assertThat(ClientLogin.advice("LoginException: " + said, wanted)).contains(advice);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kerberos", " kerberos ", "KerberosToken"})
  void kerberosIsAskedForByEachOfItsNames(String type) {
    assertThat(ClientLogin.isKerberos(properties("auth.type", type))).isTrue();
    assertThat(ClientLogin.isKerberos(properties("auth.type", KerberosToken.class.getName())))
        .isTrue();
  }

  @Test
  void whoAsksForNoLoginGetsWhatHeGave() {
    Properties given = properties("auth.type", "password", "auth.token", "x");
    assertThat(ClientLogin.prepare(given)).isEqualTo(given).isNotSameAs(given);
  }

  @Test
  void whatGoesTogetherIsSaid() {
    Path file = Path.of("c.properties");
    assertThat(ClientLogin.problems(file, properties("auth.type", "password"))).isEmpty();
    assertThat(
            ClientLogin.problems(file, properties("auth.type", "kerberos", "sasl.enabled", "true")))
        .isEmpty();
    Map.of(
            properties("auth.type", "kerberos"), "auth.type=kerberos and not sasl.enabled=true",
            properties("sasl.enabled", " true"), "sasl.enabled=true, which goes with Kerberos only")
        .forEach(
            (given, problem) ->
                assertThat(ClientLogin.problems(file, given))
                    .singleElement()
                    .asString()
                    .startsWith("c.properties has " + problem));
  }

  @Test
  void aFileThatIsNotThereIsNamedBeforeAnythingIsSet(@TempDir Path temp) {
    String none = temp.resolve("krb5.conf").toString();
    String before = System.getProperty(ClientLogin.KRB5_CONF, "");
    Properties given =
        properties("auth.type", "kerberos", "auth.principal", "me@X", ClientLogin.KRB5_CONF, none);
    assertThatThrownBy(() -> ClientLogin.prepare(given))
        .isInstanceOf(UsageException.class)
        .hasMessage(ClientLogin.KRB5_CONF + " names " + none + ", which is not there");
    assertThat(System.getProperty(ClientLogin.KRB5_CONF, "")).isEqualTo(before);
  }
}
