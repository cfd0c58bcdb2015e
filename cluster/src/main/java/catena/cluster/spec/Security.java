package catena.cluster.spec;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How Accumulo's clients and servers talk to one another. */
public enum Security {
  /** In the clear, with a password. */
  NONE,
  /** With a password through TLS, with a certificate of the cluster's own. */
  TLS;

  /** The word for it on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The one with that word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Security of(String word) {
    return Arrays.stream(values())
        .filter(each -> each.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no security '%s'; there are %s"
                        .formatted(
                            word,
                            Arrays.stream(values())
                                .map(Security::word)
                                .collect(Collectors.joining(", ")))));
  }
}
