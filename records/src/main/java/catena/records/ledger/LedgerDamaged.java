// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import java.io.IOException;

/** A ledger that cannot be carried on, because what it promised is not certain any more. */
public final class LedgerDamaged extends IOException {
  private static final long serialVersionUID = 1L;

  LedgerDamaged(String message) {
    super(message);
  }
}
