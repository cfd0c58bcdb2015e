// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.threads.StopSignal;
import catena.verify.FakeTable;
import catena.verify.ModelTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.apache.accumulo.core.client.AccumuloException;
import org.junit.jupiter.api.Test;

class OfflineCloneTest {
  private final StopSignal stop = new StopSignal();
  private final FakeTable table = new FakeTable(ModelTable.graph(0, ""));
  private final List<Object> done = new ArrayList<>();

  private OfflineClone clone(FakeTable.Answer answer) throws Exception {
    table.operations.put("clone", answer);
    table.operations.put("offline", arguments -> done.add(arguments[0]));
    return new OfflineClone(table.connection().client(), FakeTable.NAME);
  }

  @Test
  void whatEndsIsDone() throws Exception {
    OfflineClone clone = clone(arguments -> done.add(arguments[1]));
    clone.make(Duration.ofMinutes(1), stop);

    assertThat(done).containsExactly(clone.name(), clone.name());
  }

  private static Object hang() throws InterruptedException {
    new CountDownLatch(1).await();
    return true;
  }

  @Test
  void whatHangsIsLeftAtTheLimit() throws Exception {
    OfflineClone clone = clone(arguments -> hang());
    assertThatThrownBy(() -> clone.make(Duration.ofMillis(1), stop))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("Flushing and cloning table t did not end within");
    assertThat(done).isEmpty();
  }

  @Test
  void whatHangsIsLeftAtAStop() throws Exception {
    OfflineClone clone =
        clone(
            arguments -> {
              stop.ask("planted");
              return hang();
            });
    assertThatThrownBy(() -> clone.make(Duration.ofHours(1), stop))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("Flushing and cloning table t was stopped: planted");
  }

  @Test
  void whatFailsFails() throws Exception {
    OfflineClone clone =
        clone(
            arguments -> {
              throw new AccumuloException("planted");
            });
    assertThatThrownBy(() -> clone.make(Duration.ofMinutes(1), stop))
        .isInstanceOf(AccumuloException.class)
        .hasMessage("planted");
  }
}
