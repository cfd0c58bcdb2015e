// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import catena.records.words.Reasons;
import catena.records.words.UsageException;
import com.google.common.base.Joiner;
import com.google.common.base.Throwables;
import com.sun.security.auth.module.Krb5LoginModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import javax.security.auth.Subject;
import javax.security.auth.login.LoginException;
import org.apache.accumulo.core.client.Accumulo;
import org.apache.accumulo.core.client.security.tokens.KerberosToken;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The login of this process where client properties ask for Kerberos.
 *
 * <p>Accumulo's own client never logs in: a keytab that its properties name is only checked, and
 * what is used is the login of the process, which is Hadoop's and one for all. So this logs in,
 * with the keytab that {@code auth.token} names, or else with the ticket that {@code kinit} left.
 *
 * <p>Tickets are renewed by Hadoop at four fifths of their life: by the keytab, or by {@code kinit
 * -R} as long as the ticket can be renewed. Accumulo's client also logs in again when it fails to
 * open a connection.
 */
public final class ClientLogin {
  /** Java's own system property, which may also stand in the client properties. */
  public static final String KRB5_CONF = "java.security.krb5.conf";

  private static final String TYPE = "auth.type";
  private static final String PRINCIPAL = "auth.principal";
  private static final String TOKEN = "auth.token";
  private static final String SASL = "sasl.enabled";

  /** What this process is logged in by. */
  private static Optional<Login> done = Optional.empty();

  private ClientLogin() {}

  record Login(String krb5Conf, String principal, String keytab) {}

  /** Whether client properties ask for Kerberos. */
  static boolean isKerberos(Properties properties) {
    String type = value(properties, TYPE);
    return type.equals("kerberos")
        || type.equals(KerberosToken.class.getSimpleName())
        || type.equals(KerberosToken.class.getName());
  }

  /** What is wrong with the words of client properties about Kerberos, a line each. */
  static List<String> problems(Path file, Properties properties) {
    List<String> problems = new ArrayList<>();
    boolean sasl = Boolean.parseBoolean(value(properties, SASL));
    if (isKerberos(properties) && !sasl) {
      problems.add(
          file + " has auth.type=kerberos and not sasl.enabled=true, which goes with it; add it");
    }
    if (!isKerberos(properties) && sasl) {
      problems.add(
          file
              + " has sasl.enabled=true, which goes with Kerberos only; set auth.type=kerberos and"
              + " name a keytab with auth.token, or leave auth.token out and run kinit");
    }
    return problems;
  }

  /**
   * Logs this process in if the properties ask for it and it is not logged in that way.
   *
   * @return what Accumulo's client takes: the same properties, with the login as the token
   * @throws UsageException if there is no login, with the reason and what to do
   */
  public static synchronized Properties prepare(Properties given) {
    Properties properties = new Properties();
    properties.putAll(given);
    if (!isKerberos(given)) {
      return properties;
    }
    String principal = value(given, PRINCIPAL);
    boolean keytab = value(given, TYPE).equals("kerberos");
    Login wanted = new Login(value(given, KRB5_CONF), principal, keytab ? value(given, TOKEN) : "");
    if (done.isEmpty() || !done.get().equals(wanted)) {
      done = Optional.empty();
      logIn(wanted);
      done = Optional.of(wanted);
    }
    try {
      return Accumulo.newClientProperties()
          .from(properties)
          .as(principal, new KerberosToken(principal))
          .build();
    } catch (IOException e) {
      throw refused(wanted, e);
    }
  }

  private static void logIn(Login wanted) {
    if (!wanted.krb5Conf.isEmpty()) {
      check(Path.of(wanted.krb5Conf), KRB5_CONF);
      System.setProperty(KRB5_CONF, wanted.krb5Conf);
    }
    readKrb5Conf(wanted.principal);
    Configuration hadoop = new Configuration();
    hadoop.set("hadoop.security.authentication", "kerberos");
    hadoop.setBoolean("hadoop.kerberos.keytab.login.autorenewal.enabled", true);
    try {
      UserGroupInformation.setConfiguration(hadoop);
      if (wanted.keytab.isEmpty()) {
        useTicket(wanted.principal);
      } else {
        check(Path.of(wanted.keytab), TOKEN);
        UserGroupInformation.loginUserFromKeytab(wanted.principal, wanted.keytab);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw refused(wanted, e);
    }
  }

  /**
   * Java keeps what it once read of the file, or that there was none; this module reads it again,
   * and here has nothing that it could log in with.
   */
  private static void readKrb5Conf(String principal) {
    Krb5LoginModule module = new Krb5LoginModule();
    module.initialize(
        new Subject(),
        null,
        Map.of(),
        Map.of(
            "refreshKrb5Config", "true",
            "doNotPrompt", "true",
            "useTicketCache", "true",
            "ticketCache", "/dev/null",
            "principal", principal));
    try {
      boolean unused = module.login();
    } catch (LoginException e) {
      // As expected; what the file lacks, the login that follows says.
    }
  }

  /** Takes the ticket that the user has; the login of before, if any, was no Kerberos one. */
  private static void useTicket(String principal) throws IOException {
    UserGroupInformation.loginUserFromSubject(null);
    UserGroupInformation user = UserGroupInformation.getLoginUser();
    if (!user.hasKerberosCredentials()) {
      throw new UsageException(
          "There is no valid Kerberos ticket (none, or one that has expired; klist shows it): run"
              + " kinit "
              + principal
              + ", or name a keytab with auth.token");
    }
    if (!user.getUserName().equals(principal)) {
      throw new UsageException(
          "The Kerberos ticket is of %s, and auth.principal is %s: correct it, or run kinit %s"
              .formatted(user.getUserName(), principal, principal));
    }
  }

  private static void check(Path file, String key) {
    if (!Files.isReadable(file)) {
      throw new UsageException(
          key
              + " names "
              + file
              + ", "
              + (Files.exists(file) ? "which this user may not read" : "which is not there"));
    }
  }

  private static UsageException refused(Login wanted, Throwable e) {
    String reason = Reasons.of(Throwables.getRootCause(e));
    String said = Joiner.on('\n').join(Throwables.getCausalChain(e));
    return new UsageException(
        "Kerberos does not let %s in (%s): %s"
            .formatted(wanted.principal, reason, advice(said, wanted)));
  }

  /** What to do about the words of Java's Kerberos, whose messages are all there is to go by. */
  static String advice(String said, Login wanted) {
    if (said.contains("Client not found") || said.contains("CLIENT_NOT_FOUND")) {
      return "the realm has no such principal; correct auth.principal";
    }
    if (said.contains("Unable to obtain password")) {
      return "%s has no key of it; klist -kt %s shows whose it has"
          .formatted(wanted.keytab, wanted.keytab);
    }
    if (said.contains("Checksum failed")
        || said.contains("Pre-authentication")
        || said.contains("PREAUTH_FAILED")
        || said.contains("Integrity check")) {
      return "the key in " + wanted.keytab + " is not the one of the realm; make the keytab anew";
    }
    if (said.contains("Clock skew")) {
      return "the clocks of this machine and of the KDC differ";
    }
    if (said.contains("realm") || said.contains("Cannot locate KDC")) {
      return "name the realm and its KDC in /etc/krb5.conf, or a file of this kind with "
          + KRB5_CONF
          + " in the client properties";
    }
    if (said.contains("Connection refused")
        || said.contains("timed out")
        || said.contains("Cannot contact any KDC")) {
      return "is the KDC that krb5.conf names running?";
    }
    return "compare auth.principal and auth.token with what klist and kinit say";
  }

  private static String value(Properties properties, String key) {
    return properties.getProperty(key, "").strip();
  }
}
