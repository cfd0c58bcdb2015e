// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.sample.Sample;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What files and their lines are called; other programs find them by these names. */
class RunLayoutTest {
  @Test
  void eachFileHasItsName(@TempDir java.nio.file.Path temp) throws Exception {
    try (RunDirectory run =
        RunDirectory.at(temp.resolve("run-7").toString(), new Configuration(false))) {
      assertThat(run.name()).isEqualTo("run-7");
      assertThat(
              Stream.of(
                      run.scenario(),
                      run.phases(),
                      run.sweep(),
                      run.budgets(),
                      run.rate(),
                      run.placement(),
                      run.additions(),
                      run.settings(),
                      run.graph(),
                      run.environment(),
                      run.tested(),
                      run.systemConfiguration(),
                      run.tableConfiguration("t"),
                      run.junit(),
                      run.plan(1),
                      run.plan(2),
                      run.events("c"),
                      run.latency("c"),
                      run.clusterSamples(),
                      run.clientSamples(),
                      run.hostSamples("a:1/x"),
                      run.classicSamples(),
                      run.metrics(),
                      run.ledger(42),
                      run.log("run"),
                      run.printed("worker"),
                      run.fleet(),
                      run.phase(3, 2),
                      run.coordinator(2),
                      run.verdict(2),
                      run.share(5, "1-2"),
                      run.trial("x"),
                      run.inputs(),
                      run.input("f"),
                      run.selftest(),
                      run.verdict(),
                      run.findings(),
                      run.openFaults(),
                      run.causes(),
                      run.causesPage(),
                      run.resumption(99),
                      run.report("html"),
                      run.reportSeries("x.csv"))
                  .map(run::nameOf))
          .containsExactly(
              "scenario.yaml",
              "phases.json",
              "sweep.json",
              "budgets.json",
              "rate.json",
              "placement.csv",
              "additions.csv",
              "settings.properties",
              "graph.json",
              "environment.json",
              "tested.json",
              "configuration/system.properties",
              "configuration/table-t.properties",
              "junit.xml",
              "plan.yaml",
              "plan-2.yaml",
              "events/c.jsonl",
              "latency/c.hlog",
              "stats/cluster.jsonl",
              "stats/clients.jsonl",
              "stats/host-a_1_x.jsonl",
              "stats/stats.out",
              "stats/metrics.json",
              "ledger/writer-00042.ledger",
              "logs/run.log",
              "logs/worker.out",
              "fleet.json",
              "phases/3-2.json",
              "phases/coordinator-2.json",
              "verdict-2.json",
              "shares/5-1-2.json",
              "trials/x",
              "inputs",
              "inputs/f",
              "selftest.txt",
              "verdict.json",
              "findings.jsonl",
              "open-faults.json",
              "causes.json",
              "causes.txt",
              "resumed-99.json",
              "report.html",
              "report/x.csv");
      assertThat(run.nextFindings().getName()).startsWith(".findings.jsonl.next-");
      assertThat(run.nextFindings()).isNotEqualTo(run.nextFindings());
      assertThat(RunLayout.claim(run.verdict())).isEqualTo(run.path(".verdict.json.claim"));
      assertThat(RunLayout.numbered(run.plan(1), 3)).isEqualTo(run.path("plan-3.yaml"));
    }
    assertThat(RunLayout.results(temp)).isEqualTo(temp.resolve("results.csv"));
    assertThat(RunLayout.results(temp, "My Run/2"))
        .isEqualTo(temp.resolve("results-my-run-2.json"));
    assertThat(RunLayout.resultsLock(temp)).isEqualTo(temp.resolve(".results.lock"));
  }

  @Test
  void aNameSaysWhatAFileIs() {
    assertThat(RunLayout.writerOf(new Path("/x/writer-00042.ledger"))).hasValue(42);
    assertThat(RunLayout.writerOf(new Path("/x/writer-0042.ledger"))).isEmpty();
    assertThat(RunLayout.isSamples(new Path("/x/y.jsonl"))).isTrue();
    assertThat(RunLayout.isSamples(new Path("/x/y.ledger"))).isFalse();
    assertThat(RunLayout.client(new Path("/x/events/walk.w1-0.jsonl"))).isEqualTo("walk.w1-0");
    assertThat(RunLayout.client(new Path("/x/events/walk"))).isEqualTo("walk");
  }

  @Test
  void aSampleHasShortNumbersAndSaysWhatItLacks() throws Exception {
    Sample sample =
        Sample.of(
            5,
            Sample.group("tserver", "h"),
            List.of("z", "a", "b"),
            Map.of("a", 3.0, "c", 1.23456789, "d", 1_234_567.6));
    assertThat(sample.scope()).isEqualTo("group:tserver@h");
    assertThat(sample.absent()).containsExactly("b", "z");
    assertThat(sample.values())
        .isEqualTo(new TreeMap<>(Map.of("a", 3L, "c", 1.234568, "d", 1_234_568L)));
    assertThat(sample.answered()).isEmpty();
    assertThat(sample.answeredAt(9).answered()).isEqualTo(OptionalLong.of(9));
    assertThat(sample.answeredAt(9).values()).isEqualTo(sample.values());
    assertThat(Sample.parse(sample.answeredAt(9).json()))
        .hasToString(sample.answeredAt(9).toString());
    assertThat(Sample.host("h") + " " + Sample.table("t")).isEqualTo("host:h table:t");
    Sample bare = Sample.parse("{\"at\":1,\"scope\":\"cluster\"}");
    assertThat(bare.values()).isEmpty();
    assertThat(bare.absent()).isEmpty();
    assertThat(bare.json()).doesNotContain("absent");
  }

  @Test
  void partsAreAddedUpAndWhatAnotherComparedIsNoDoubt() {
    PartOutcome one = PartOutcome.doubt("a").and(PartOutcome.fact("line"));
    assertThat(one)
        .isEqualTo(
            new PartOutcome(Verdict.UNKNOWN, List.of("a"), Map.of(), Map.of(), List.of("line")));
    assertThat(one.and(PartOutcome.doubt("a")).reasons()).containsExactly("a");
    assertThat(one.and(PartOutcome.remark("b")).reasons()).containsExactly("a", "b");
    PartOutcome left =
        new PartOutcome(
            Verdict.UNKNOWN,
            List.of("a"),
            Map.of("n", 1L),
            Map.of(),
            List.of(),
            one.proof(),
            Optional.of("a"));
    assertThat(left.withoutUncompared().verdict()).isEqualTo(Verdict.PASS);
    assertThat(left.withoutUncompared().reasons()).isEmpty();
    PartOutcome more = left.and(PartOutcome.doubt("b"));
    assertThat(more.tally()).containsOnly(Map.entry("n", 1L));
    assertThat(more.withoutUncompared().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(more.withoutUncompared().reasons()).containsExactly("b");
    assertThat(one.withoutUncompared()).isEqualTo(one);
  }
}
