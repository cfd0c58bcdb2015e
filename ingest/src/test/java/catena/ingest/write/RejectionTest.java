// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.TableDeletedException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.client.TableOfflineException;
import org.apache.accumulo.core.client.TimedOutException;
import org.apache.accumulo.core.client.security.SecurityErrorCode;
import org.apache.accumulo.core.data.ConstraintViolationSummary;
import org.apache.accumulo.core.data.TabletId;
import org.junit.jupiter.api.Test;

class RejectionTest {
  private static MutationsRejectedException rejected(
      List<ConstraintViolationSummary> constraints, Set<String> servers, Throwable cause) {
    return new MutationsRejectedException(
        (AccumuloClient) null, constraints, Map.of(), servers, 0, cause);
  }

  private static Rejection of(Exception failure) {
    return Rejection.of(failure).orElseThrow();
  }

  @Test
  void whatAConstraintRefusesIsRefusedAgain() {
    ConstraintViolationSummary violation =
        new ConstraintViolationSummary("a.Constraint", (short) 7, "too long", 3);
    assertThat(of(rejected(List.of(violation, violation), Set.of(), null)))
        .isEqualTo(
            new Rejection(
                "the table's constraint a.Constraint refused entries: too long (code 7)", false));
  }

  @Test
  void aMissingRightIsNamedAndTheWriteNotSentAgain() {
    MutationsRejectedException refused =
        new MutationsRejectedException(
            (AccumuloClient) null, List.of(), Map.of(), Set.of("server:9997"), 0, null) {
          private static final long serialVersionUID = 1;

          @Override
          public Map<TabletId, Set<SecurityErrorCode>> getSecurityErrorCodes() {
            Map<TabletId, Set<SecurityErrorCode>> codes = new HashMap<>();
            codes.put(null, Set.of(SecurityErrorCode.PERMISSION_DENIED)); // of whatever tablet
            return codes;
          }
        };
    assertThat(of(refused))
        .isEqualTo(new Rejection("the user may not write this table: PERMISSION_DENIED", false));
  }

  @Test
  void serversThatFailMayBeBackWhenItIsSentAgain() {
    assertThat(of(rejected(List.of(), Set.of("server:9997"), null)))
        .isEqualTo(new Rejection("tablet servers failed: [server:9997]", true));
    assertThat(of(rejected(List.of(), Set.of(), new IOException("reset"))))
        .isEqualTo(
            new Rejection("tablet servers failed: none named (java.io.IOException: reset)", true));
  }

  /** However deep the cause stands, and whatever is around it. */
  @Test
  void theCauseSaysWhetherItMayPass() {
    Rejection deleted = new Rejection("the table was deleted", false);
    assertThat(of(new TableDeletedException("1"))).isEqualTo(deleted);
    assertThat(of(new RuntimeException(new TableNotFoundException("1", "t", "gone"))))
        .isEqualTo(deleted);
    assertThat(of(rejected(List.of(), Set.of("s"), new TableDeletedException("1"))))
        .isEqualTo(deleted);
    assertThat(of(new TableOfflineException("offline")))
        .isEqualTo(new Rejection("the table is offline", true));
    assertThat(of(new RuntimeException(new TimedOutException("no answer"))))
        .isEqualTo(new Rejection("timed out: no answer", true));
  }

  private static Exception within(int wrappings, Exception cause) {
    Exception all = cause;
    for (int i = 0; i < wrappings; i++) {
      all = new RuntimeException(all);
    }
    return all;
  }

  @Test
  void whatIsNoneOfTheClientsFailuresIsNoRejection() {
    assertThat(Rejection.of(new IOException("disk full"))).isEmpty();
    Exception known = new TableOfflineException("offline");
    assertThat(Rejection.of(within(Rejection.DEEPEST - 1, known))).isPresent();
    assertThat(Rejection.of(within(Rejection.DEEPEST, known)))
        .as("a chain of causes is followed up to a limit")
        .isEqualTo(Optional.empty());
  }
}
