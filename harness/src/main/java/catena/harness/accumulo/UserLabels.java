// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.accumulo.core.security.SystemPermission;

/**
 * Which authorizations the user of a client has, and more of them where it may grant them.
 *
 * @param client of the user
 */
public record UserLabels(AccumuloClient client) {
  /** Which of these labels the user has not. */
  public Set<String> missing(Collection<String> labels)
      throws AccumuloException, AccumuloSecurityException {
    Authorizations has = has();
    Set<String> missing = new TreeSet<>(labels);
    missing.removeIf(has::contains);
    return missing;
  }

  /**
   * Gives the user these labels in addition to those it has.
   *
   * @return false if it may not do that, which changes nothing
   */
  public boolean grant(Collection<String> labels)
      throws AccumuloException, AccumuloSecurityException {
    String user = client.whoami();
    if (!client.securityOperations().hasSystemPermission(user, SystemPermission.ALTER_USER)) {
      return false;
    }
    Set<String> all = new TreeSet<>(labels);
    has().getAuthorizations().forEach(label -> all.add(new String(label, StandardCharsets.UTF_8)));
    client
        .securityOperations()
        .changeUserAuthorizations(
            user, new Authorizations(List.copyOf(all).toArray(String[]::new)));
    return true;
  }

  private Authorizations has() throws AccumuloException, AccumuloSecurityException {
    return client.securityOperations().getUserAuthorizations(client.whoami());
  }
}
