// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
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
    Set<String> missing = new TreeSet<>(labels);
    missing.removeAll(has());
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
    Set<String> all = has();
    all.addAll(labels);
    change(all);
    return true;
  }

  /** Takes these labels from the user, and leaves it all others that it has by now. */
  public void revoke(Collection<String> labels)
      throws AccumuloException, AccumuloSecurityException {
    Set<String> all = has();
    all.removeAll(labels);
    change(all);
  }

  private void change(Set<String> all) throws AccumuloException, AccumuloSecurityException {
    Authorizations to = new Authorizations(all.toArray(String[]::new));
    client.securityOperations().changeUserAuthorizations(client.whoami(), to);
  }

  private Set<String> has() throws AccumuloException, AccumuloSecurityException {
    Set<String> has = new TreeSet<>();
    for (byte[] label : client.securityOperations().getUserAuthorizations(client.whoami())) {
      has.add(new String(label, StandardCharsets.UTF_8));
    }
    return has;
  }
}
