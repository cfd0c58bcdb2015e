// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.records.settings.Texts;

/** How Accumulo's clients and servers talk to one another. */
public enum Security {
  /** In the clear, with a password. */
  NONE,
  /** With a password through TLS, with a certificate of the cluster's own. */
  TLS,
  /** Through SASL, with Kerberos, by a KDC of the cluster's own. */
  KERBEROS;

  /** The word for it on the command line. */
  public String word() {
    return Texts.enumText(this);
  }

  /**
   * The one with that word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Security of(String word) {
    return Texts.enumOf(Security.class, "security", word);
  }
}
