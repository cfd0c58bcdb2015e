// SPDX-License-Identifier: Apache-2.0
package catena.cluster.health;

import catena.harness.accumulo.TableName;
import catena.harness.instance.BlockingSupplier;
import catena.harness.instance.Tablet;
import catena.harness.instance.TabletReader;
import catena.harness.instance.TabletReader.TabletPart;
import catena.harness.instance.Tablets;
import catena.records.threads.Bounded;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.TableNotFoundException;

/**
 * Names the tablets that no live tserver serves, and counts them.
 *
 * <p>The root table and the metadata table are read for it, which also shows that the root and
 * metadata tablets themselves are served.
 */
final class HostedTablets {
  private static final int MOST_NAMED = 8;

  /** The root tablet as it is now, without which no other can be read. */
  private final BlockingSupplier<Tablet> root;

  private final BlockingSupplier<Set<String>> tservers;
  private final Duration limit;

  /** What is being read, for messages. */
  private final AtomicReference<String> reading = new AtomicReference<>("the root tablet, +r<<,");

  private HostedTablets(
      BlockingSupplier<Tablet> root, BlockingSupplier<Set<String>> tservers, Duration limit) {
    this.root = root;
    this.tservers = tservers;
    this.limit = limit;
  }

  /** What is missing, if anything is, by a client that is opened and closed within the limit. */
  static Optional<String> missing(
      Supplier<AccumuloClient> opened,
      BlockingSupplier<Tablet> root,
      BlockingSupplier<Set<String>> tservers,
      Duration limit)
      throws InterruptedException {
    HostedTablets hosted = new HostedTablets(root, tservers, limit);
    try {
      return Bounded.call("hosted-tablets", limit, () -> hosted.missing(opened));
    } catch (TimeoutException e) {
      return Optional.of(hosted.reading + " cannot be read within " + limit.toSeconds() + " s");
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return Optional.of(hosted.reading + " cannot be read: " + e.getMessage());
    }
  }

  private Optional<String> missing(Supplier<AccumuloClient> opened)
      throws TableNotFoundException, AccumuloException, IOException, InterruptedException {
    // A read through a root tablet that is not hosted waits for it until the limit.
    if (!root.get().isHosted(tservers.get())) {
      return Optional.of("the root tablet, +r<<, is not hosted, and so no other is known to be");
    }
    try (AccumuloClient client = opened.get()) {
      TabletReader reader = new TabletReader(client, limit, TabletPart.LOCATION);
      Tablets own = reader.ofMetadata();
      Optional<String> missing = missing("tablets of the metadata table", own, own);
      if (missing.isPresent()) {
        return missing; // The metadata table could not be read to its end.
      }
      reading.set("the metadata table, " + names(own.all(), Long.MAX_VALUE, " ") + ",");
      Tablets all = reader.ofUsers();
      return missing("tablets", all, all.of(TableName.onlineIds(client)));
    }
  }

  private Optional<String> missing(String what, Tablets all, Tablets wanted)
      throws IOException, InterruptedException {
    return missing(what, all, wanted.unhosted(tservers.get()));
  }

  /** Which of the tablets that should be are not hosted, by name as far as a message goes. */
  static Optional<String> missing(String what, Tablets all, List<Tablet> without) {
    if (without.isEmpty()) {
      return Optional.empty();
    }
    String more = without.size() > MOST_NAMED ? ", …" : "";
    return Optional.of(
        "%d of %d %s are not hosted: %s%s"
            .formatted(
                without.size(), all.all().size(), what, names(without, MOST_NAMED, ", "), more));
  }

  private static String names(List<Tablet> tablets, long most, String between) {
    return tablets.stream()
        .map(tablet -> tablet.name().text())
        .sorted()
        .limit(most)
        .collect(Collectors.joining(between));
  }
}
