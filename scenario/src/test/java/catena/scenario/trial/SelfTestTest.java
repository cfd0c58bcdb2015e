// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.batchwalker.BatchWalkActivity;
import catena.harness.accumulo.FakeInstance;
import catena.harness.activity.Activity;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.PartRig;
import catena.harness.activity.Work;
import catena.ingest.YcsbActivity;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import catena.verify.SummariesActivity;
import catena.verify.VerifyActivity;
import catena.walker.ScanActivity;
import catena.walker.WalkActivity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.accumulo.core.client.TableExistsException;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole self-test with its readers, over tables that are kept in maps. */
@Timeout(300)
class SelfTestTest {
  /** The cell of a check that was not tried. */
  private static final Pattern OPEN = Pattern.compile(" open( |\\n)");

  private static TestingServer zooKeeper;

  @TempDir private Path temp;
  private PartRig rig;
  private final SelftestActivity selftest =
      new SelftestActivity(
          List.of(
              new ScanActivity(), new WalkActivity(), new BatchWalkActivity(), new YcsbActivity()));

  @BeforeAll
  static void begin() throws Exception {
    zooKeeper = new TestingServer();
  }

  @AfterAll
  static void end() throws IOException {
    zooKeeper.close();
  }

  @BeforeEach
  void open() throws IOException {
    rig = new PartRig(temp);
    rig.instance.zooKeeper(zooKeeper.getConnectString());
    rig.instance.authorizations = new Authorizations("mine");
  }

  @AfterEach
  void close() throws IOException {
    rig.close();
  }

  private String matrix() throws IOException {
    return Files.readString(temp.resolve("selftest.txt"));
  }

  private void nothingIsLeftBehind() {
    assertThat(rig.instance.tables).isEmpty();
    assertThat(rig.instance.authorizations).isEqualTo(new Authorizations("mine"));
  }

  @Test
  void readersFindEachFaultAndNothingElseAndNothingIsLeftBehind() throws Exception {
    PartOutcome outcome = rig.perform(selftest);

    assertThat(outcome.verdict()).as("%s%n%s", outcome, matrix()).isEqualTo(Verdict.PASS);
    assertThat(outcome.reasons()).isEmpty();
    assertThat(matrix())
        .contains("found", "a delete undone", "by a scan server", "returned twice")
        .contains("an older one gone", "a row comes back", "without ledgers", "one cell undone")
        .doesNotContain(" MISS", "WRONG", "ALARM")
        .doesNotContainPattern(OPEN);
    nothingIsLeftBehind();
  }

  @Test
  void aBlindReaderIsNoticed() throws Exception {
    List<Check> blind =
        Check.all(List.of(new ScanActivity())).stream()
            .map(each -> new Check(each.form(), each.activity(), each.settings(), true))
            .toList();
    Activity blinded =
        new Activity() {
          @Override
          public Description description() {
            return selftest.description();
          }

          @Override
          public Work prepare(PartEnvironment site, Settings own) {
            return run -> new Bench(run, own, blind).announced().perform();
          }
        };
    PartOutcome outcome = rig.perform(blinded, "selftest.without", "scanservers");

    assertThat(outcome.verdict()).as("%s%n%s", outcome, matrix()).isEqualTo(Verdict.FAIL);
    assertThat(String.join("\n", outcome.reasons())).contains("scan: LOST (a row)");
    assertThat(matrix()).contains(" MISS").doesNotContainPattern(OPEN);
    nothingIsLeftBehind();
  }

  @Test
  void whatTheClusterDoesNotAllowIsOpenUnlessThatIsAskedFor() throws Exception {
    rig.instance.denied.add("ALTER_USER");
    rig.instance.scanServers.clear();
    PartOutcome outcome = rig.perform(selftest, "selftest.without", "walk,batch,ycsb");
    assertThat(outcome.verdict()).as("%s%n%s", outcome, matrix()).isEqualTo(Verdict.UNKNOWN);
    assertThat(String.join("\n", outcome.reasons()))
        .contains("there are no scan servers")
        .contains("user tester has not the authorizations catena_a,catena_b,catena_c");
    assertThat(matrix()).containsPattern(OPEN);
    nothingIsLeftBehind();
  }

  @Test
  void whatIsLeftOutIsNoDoubt() throws Exception {
    rig.instance.denied.add("ALTER_USER");
    rig.instance.scanServers.clear();
    PartOutcome asked =
        rig.perform(selftest, "selftest.without", "walk,batch,ycsb,labels,scanservers");
    assertThat(asked.verdict()).as("%s%n%s", asked, matrix()).isEqualTo(Verdict.PASS);
    assertThat(matrix()).doesNotContainPattern(OPEN);
  }

  @Test
  void aUserWhoMayNotMakeATableReadsWhatToGrant() throws Exception {
    rig.instance.fails(
        "create",
        FakeInstance.refused(),
        FakeInstance.refused(),
        FakeInstance.refused(),
        FakeInstance.refused());
    PartOutcome outcome = rig.perform(selftest);

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .anySatisfy(
            why ->
                assertThat(why)
                    .contains("the table at rest was not completed")
                    .contains("user tester may not make table ci: grant System.CREATE_TABLE"));
    assertThat(matrix()).containsPattern(OPEN).doesNotContain("found");
    nothingIsLeftBehind();
  }

  @Test
  void aTableThatIsThereIsRefusedAndOneMadeMeanwhileStays() throws Exception {
    FakeInstance.Table theirs = rig.instance.table("ci_versions");
    assertThatThrownBy(() -> rig.perform(selftest))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Table ci_versions exists");
    assertThat(rig.instance.tables).containsOnlyKeys("ci_versions");
    rig.instance.tables.clear();

    rig.instance.fails(
        "create",
        new TableExistsException(null, "ci", "meanwhile"),
        FakeInstance.refused(),
        FakeInstance.refused(),
        FakeInstance.refused());
    rig.instance.before("create", it -> it.tables.put("ci", theirs));
    PartOutcome outcome = rig.perform(selftest, "selftest.without", "walk,batch,ycsb");
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(rig.instance.tables).containsOnlyKeys("ci");
  }

  @Test
  void labelsThatAreLeftOutAreNotLent() throws Exception {
    PartOutcome outcome = rig.perform(selftest, "selftest.without", "walk,batch,ycsb,labels");
    assertThat(outcome.verdict()).as("%s%n%s", outcome, matrix()).isEqualTo(Verdict.PASS);
    assertThat(rig.instance.done).noneMatch(call -> call.contains("uthorizations"));
    assertThat(matrix()).contains(" out").doesNotContainPattern(OPEN);
    nothingIsLeftBehind();
  }

  @Test
  void aSecondSelfTestOfARunIsPerformedLikeTheFirst() throws Exception {
    String[] few = {"selftest.without", "walk,batch,ycsb,labels"};
    for (String name : List.of("selftest", "selftest-2")) {
      PartOutcome outcome =
          selftest.prepare(rig.site(), PartRig.settings(selftest, few)).perform(rig.context(name));
      assertThat(outcome.verdict()).as("%s: %s", name, outcome).isEqualTo(Verdict.PASS);
    }
    assertThat(temp.resolve("trials/scan-clean")).exists();
    assertThat(temp.resolve("trials/selftest-2-scan-clean")).exists();
  }

  @Test
  void aKeyThatServersDoNotReturnTwiceIsNoFaultOfAnyCheck() throws Exception {
    Bench bench = new Bench(rig.context("selftest"), PartRig.settings(selftest), List.of());
    PlantedLive live = new PlantedLive(bench);
    var unused = rig.instance.table("ci_times");
    assertThatThrownBy(() -> live.awaitVersions("ci_times", "00", Duration.ofMillis(1)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("servers returned no row twice within ");
    rig.stop.ask("planted");
    live.awaitVersions("ci_times", "00", Duration.ofMillis(1));
  }

  /** Whoever is left out claims as much as in the matrix of all, and none of it stays open. */
  @Test
  void allThatAnnouncesItselfCanBeLeftOut() throws Exception {
    List<Activity> all =
        List.of(
            new VerifyActivity(), new ScanActivity(), new WalkActivity(), new SummariesActivity());
    PartOutcome outcome =
        rig.perform(
            new SelftestActivity(all),
            "selftest.without",
            "exact,files,refs,scan,walk,sums,labels,scanservers");

    assertThat(outcome.verdict()).as("%s%n%s", outcome, matrix()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .containsExactly(
            "nothing that was planted was found",
            "133 of 133 trials were left out (selftest.without)");
    assertThat(matrix()).doesNotContainPattern(OPEN).doesNotContain("found");
    nothingIsLeftBehind();
  }

  /** What entries tell each by itself is asked of servers, and these can not load what tells it. */
  @Test
  void serversThatCannotSummarizeLeaveThatOpen() throws Exception {
    rig.instance.summarizes = false;
    PartOutcome outcome =
        rig.perform(
            new SelftestActivity(List.of(new VerifyActivity(), new SummariesActivity())),
            "selftest.without",
            "exact,files,refs,labels,scanservers");

    assertThat(outcome.verdict()).as("%s%n%s", outcome, matrix()).isEqualTo(Verdict.UNKNOWN);
    assertThat(String.join("\n", outcome.reasons())).contains("selftest.without=sums says");
    assertThat(matrix()).containsPattern(OPEN);
    nothingIsLeftBehind();
  }

  @Test
  void aTableThatCannotBeRemovedIsNamed() throws Exception {
    rig.instance.fails("delete", FakeInstance.refused());
    rig.instance.fails("create", new IllegalStateException("x"));
    PartOutcome outcome =
        rig.perform(selftest, "selftest.without", "walk,batch,ycsb,labels,scanservers");

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .anySatisfy(why -> assertThat(why).contains("ci_times was not removed, delete it by hand"));
  }

  @Test
  void aStopEndsItAndIsNoPass() throws Exception {
    rig.stop.ask("planted");
    PartOutcome outcome = rig.perform(selftest);

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(rig.instance.done).noneMatch(call -> call.startsWith("create"));
    nothingIsLeftBehind();
  }

  @Test
  void wordsThatMeanNothingAreProblems() {
    assertThat(rig.problems(selftest, "selftest.without", "labels,walk")).isEmpty();
    assertThat(rig.problems(selftest, "selftest.without", "wakl"))
        .singleElement()
        .asString()
        .contains("there is no wakl", "walk");
    assertThat(selftest.description().effect()).isEqualTo(Effect.TRIES);
    assertThat(selftest.forecast(PartRig.settings(selftest)).words()).isEqualTo("4 checks");
  }
}
