// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.read.check.View;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;
import org.apache.accumulo.core.client.TableNotFoundException;

/**
 * How scanners fetch.
 *
 * @param batchSize most entries of one fetch
 * @param isolated whether a row is returned as it was at one moment; the server then keeps the
 *     files of a scan from one fetch to the next
 * @param timeout after which an unanswered fetch fails, if ever
 */
public record ScannerShape(int batchSize, boolean isolated, Optional<Duration> timeout) {
  /** Accumulo's own. */
  public static final int BATCH_SIZE = 1000;

  /** The shape that Accumulo gives scanners. */
  public static ScannerShape usual(Optional<Duration> timeout) {
    return new ScannerShape(BATCH_SIZE, false, timeout);
  }

  /** A view as scanners of this shape show it; scan servers promise nothing of whole rows. */
  View shown(ReadTarget target, View view) {
    return view.isolated(isolated && target.consistency() == ConsistencyLevel.IMMEDIATE);
  }

  /** A scanner of this shape, as a view shows the table. */
  public Scanner open(ReadTarget target, View view) throws TableNotFoundException {
    Scanner scanner = target.client().createScanner(target.table(), view.authorizations());
    scanner.setBatchSize(batchSize);
    if (isolated) {
      scanner.enableIsolation();
    }
    scanner.setConsistencyLevel(target.consistency());
    timeout.ifPresent(limit -> scanner.setTimeout(limit.toMillis(), TimeUnit.MILLISECONDS));
    return scanner;
  }
}
