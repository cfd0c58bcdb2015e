// SPDX-License-Identifier: Apache-2.0
package catena.cluster.control;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.instance.ServerId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstrumentTest {
  private static final ServerId TSERVER = ServerId.parse("tserver-1").orElseThrow();

  @TempDir private Path directory;

  private Instrument agentSaid(String... lines) throws IOException {
    Files.write(directory.resolve("tserver-1.log"), List.of(lines));
    return new Instrument(directory);
  }

  @Test
  void anOrderReplacesTheOneOfItsIdAndLeavesTheOthers() throws IOException {
    Instrument instrument = new Instrument(directory.resolve("new"));
    Path control = directory.resolve("new/tserver-1.control");
    instrument.order(TSERVER, "fault-1", "scan", "hang", 1);
    instrument.order(TSERVER, "fault-10", "log-sync", "throw", 2);
    instrument.order(TSERVER, "fault-1", "scan", "delay:5", 3);
    assertThat(control).content().isEqualTo("fault-10 log-sync throw 2\nfault-1 scan delay:5 3\n");
    instrument.withdraw(TSERVER, "fault-1");
    instrument.withdraw(TSERVER, "unknown");
    assertThat(control).content().isEqualTo("fault-10 log-sync throw 2\n");
  }

  @Test
  void faultsThatGiveOrdersAtOnceLoseNone() throws Exception {
    List<Callable<Void>> orders = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    CyclicBarrier together = new CyclicBarrier(16);
    for (int i = 1; i <= 16; i++) {
      String id = "fault-" + i;
      lines.add(id + " scan hang 1");
      orders.add(
          () -> {
            together.await();
            new Instrument(directory).order(TSERVER, id, "scan", "hang", 1);
            return null;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      for (Future<Void> order : threads.invokeAll(orders)) {
        assertThat(order.get()).as("none throws").isNull();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(Files.readAllLines(directory.resolve("tserver-1.control")))
        .containsExactlyInAnyOrderElementsOf(lines);
  }

  @Test
  void onlyWhatWasSaidSinceTheLastStartCounts() throws IOException {
    Instrument instrument =
        agentSaid(
            "1\tagent\t17",
            "2\ton\tfault-1\tscan\thang",
            "3\tstrike\tfault-1\tscan\thang",
            "4\tagent\t18",
            "5\tstrike\tfault-1\tscan\thang",
            "6\tstrike\tfault-12\tscan\thang");
    assertThat(instrument.isInForce(TSERVER, "fault-1")).as("of the process before").isFalse();
    assertThat(instrument.strikes(TSERVER, "fault-1")).isEqualTo(1);
    assertThat(instrument.everSaid(TSERVER)).hasSize(6);
  }

  @Test
  void whatIsOnIsInForceUntilItIsOff() throws IOException {
    assertThat(agentSaid("1\tagent\t17", "2\ton\tm\ta\tstrike").isInForce(TSERVER, "m")).isTrue();
    assertThat(
            agentSaid("1\tagent\t17", "2\ton\tm\ta\tstrike", "3\toff\tm\ta\tstrike")
                .isInForce(TSERVER, "m"))
        .isFalse();
  }

  @Test
  void aPointIsThereOrItIsSaidWhyNot() throws IOException {
    assertThat(new Instrument(directory).whyNot(TSERVER, "scan"))
        .hasValue("tserver-1 has no agent, or one that knows no point 'scan'");
    Instrument instrument =
        agentSaid(
            "1\tagent\t17",
            "2\tpoint\tscan\tthere",
            "2\tpoint\tlog-sync\tabsent\tA.b has hash 1, not 2");
    assertThat(instrument.whyNot(TSERVER, "scan")).isEmpty();
    assertThat(instrument.whyNot(TSERVER, "log-sync"))
        .hasValue("point not there in tserver-1: log-sync, A.b has hash 1, not 2");
  }

  @Test
  void mutantsAreThoseInForceAtTheMomentOrLaterAndNoFaults() throws IOException {
    Instrument instrument =
        agentSaid(
            "1\tagent\t17",
            "10\ton\tm\tmem-drop\tstrike",
            "20\toff\tm\tmem-drop\tstrike",
            "30\ton\tm\tvis-open\tstrike",
            "31\ton\tfault-1\tscan\thang");
    assertThat(instrument.mutants(TSERVER, 5)).containsExactly("mem-drop", "vis-open");
    assertThat(instrument.mutants(TSERVER, 15)).containsExactly("mem-drop", "vis-open");
    assertThat(instrument.mutants(TSERVER, 25)).containsExactly("vis-open");
    assertThat(
            agentSaid("1\tagent\t17", "2\ton\tm\tmem-drop\tstrike", "3\tagent\t18")
                .mutants(TSERVER, 5))
        .as("of a process that has ended")
        .isEmpty();
  }
}
