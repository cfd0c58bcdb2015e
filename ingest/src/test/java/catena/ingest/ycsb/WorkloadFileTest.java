// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.judge.Promise;
import catena.graph.judge.Settled;
import catena.read.reader.PaceSettings;
import catena.read.reader.ReadSettings;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of YCSB, from the text to the plan. */
class WorkloadFileTest {
  @TempDir private Path temporary;

  private String file(String... lines) throws IOException {
    return Files.write(temporary.resolve("workload"), List.of(lines)).toString();
  }

  private static Settings settings(Map<String, String> given) {
    List<Setting<?>> all =
        Stream.of(ReadSettings.ALL, YcsbPlan.SETTINGS).<Setting<?>>flatMap(List::stream).toList();
    return YcsbPlan.filled(Settings.resolve(all, List.of(Layer.of("-o", given))));
  }

  private Map<String, String> effective(Map<String, String> given, String... lines)
      throws IOException {
    Map<String, String> all = new TreeMap<>(given);
    all.put("ycsb.workload", file(lines));
    return settings(all).effective();
  }

  @Test
  void itsPropertiesBecomeSettings() throws IOException {
    assertThat(
            effective(
                Map.of(),
                "readproportion=0.3",
                "updateproportion=0.1",
                "insertproportion=0.2",
                "scanproportion=0.25",
                "readmodifywriteproportion=0.15",
                "requestdistribution=zipfian",
                "operationcount=1001",
                "threadcount=4",
                "target=200",
                "maxexecutiontime=90",
                "maxscanlength=50",
                "minscanlength=5",
                "scanlengthdistribution=zipfian"))
        .containsEntry("ycsb.read", "0.3")
        .containsEntry("ycsb.update", "0.1")
        .containsEntry("ycsb.insert", "0.2")
        .containsEntry("ycsb.scan", "0.25")
        .containsEntry("ycsb.readmodifywrite", "0.15")
        .containsEntry("ycsb.requests", "zipfian")
        .containsEntry("ycsb.count", "251")
        .containsEntry("ycsb.clients", "4")
        .containsEntry("ycsb.rate", "50.0")
        .containsEntry("ycsb.duration", "90s")
        .containsEntry("ycsb.scan.most", "50")
        .containsEntry("ycsb.scan.least", "5")
        .containsEntry("ycsb.scan.lengths", "zipfian");
  }

  @Test
  void whatIsSetCountsMoreAndWhatIsNeitherIsAsInYcsb() throws IOException {
    Map<String, String> given = Map.of("ycsb.read", "0.9", "ycsb.clients", "2");
    assertThat(effective(given, "readproportion=0.5", "operationcount=100"))
        .containsEntry("ycsb.read", "0.9")
        .containsEntry("ycsb.update", "0.05")
        .containsEntry("ycsb.requests", "uniform")
        .containsEntry("ycsb.count", "50");
  }

  @Test
  void whatItGivesToAllThreadsIsSharedByTheClientsThatThereAre() throws IOException {
    Map<String, String> given = Map.of("ycsb.clients", "4");
    assertThat(effective(given, "threadcount=16", "target=1600", "operationcount=1600"))
        .containsEntry("ycsb.clients", "4")
        .containsEntry("ycsb.rate", "400.0")
        .containsEntry("ycsb.count", "400");
  }

  /** YCSB's own word for "as many as there are, as fast as it goes". */
  @Test
  void noughtIsNoLimit() throws IOException {
    assertThat(effective(Map.of(), "operationcount=0", "target=0", "maxexecutiontime=0"))
        .isEqualTo(effective(Map.of(), "readproportion=0.95"));
    assertThat(effective(Map.of("ycsb.clients", "4"), "operationcount=1"))
        .as("each does one at least")
        .containsEntry("ycsb.count", "1");
  }

  @Test
  void numbersThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> effective(Map.of(), "threadcount=0", "operationcount=5"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("(threadcount): ycsb.clients=0 is not allowed");
    assertThatThrownBy(() -> effective(Map.of(), "target=-5"))
        .hasMessageContaining("target=-5 is no whole number of at least 0");
  }

  @Test
  void updatesThatGoElsewhereThanTheFileAsksAreRefusedWithWhatToDo() throws IOException {
    GraphSpec spec = spec().with("updates", "1000:zipfian");
    assertThat(
            problems(
                    spec,
                    Promise.NONE,
                    "readproportion=0.5",
                    "updateproportion=0.5",
                    "requestdistribution=uniform")
                .found())
        .singleElement()
        .asString()
        .contains("ycsb.requests=uniform", "make it with graph.updates=1000:uniform");
    assertThat(problems(spec, Promise.NONE, "requestdistribution=zipfian").found()).isEmpty();
    assertThat(
            problems(spec, Promise.NONE, "zipfianconstant=0.5", "requestdistribution=zipfian")
                .found())
        .hasSize(1);
    assertThat(
            problems(
                    spec,
                    Promise.NONE,
                    "readproportion=1",
                    "updateproportion=0",
                    "requestdistribution=uniform")
                .found())
        .isEmpty();
  }

  @Test
  void theNumbersOfADistributionGoWithIt() throws IOException {
    assertThat(
            effective(
                Map.of(),
                "requestdistribution=hotspot",
                "hotspotdatafraction=0.1",
                "hotspotopnfraction=0.7"))
        .containsEntry("ycsb.requests", "hotspot:0.1:0.7");
    assertThat(effective(Map.of(), "requestdistribution=exponential"))
        .containsEntry("ycsb.requests", "exponential:95:0.8571428571");
    assertThat(effective(Map.of(), "requestdistribution=latest"))
        .containsEntry("ycsb.requests", "latest:0.99");
  }

  @Test
  void whatIsUnknownIsNamedWithItsLineAndTheNearestWord() throws IOException {
    String file = file("readproportion=0.5", "readproporton=0.5", "colour=red");
    assertThatThrownBy(() -> WorkloadFile.read(file))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("line 2: readproporton is no property")
        .hasMessageContaining("readproportion")
        .hasMessageContaining("line 3: colour is no property");
  }

  @Test
  void aValueThatIsNoneIsNamedByItsNameInTheFile() {
    assertThatThrownBy(() -> effective(Map.of(), "readproportion=half"))
        .hasMessageContaining("(readproportion): ycsb.read=half is not allowed");
    assertThatThrownBy(() -> effective(Map.of(), "operationcount=many"))
        .hasMessageContaining("operationcount=many is no whole number");
    assertThatThrownBy(() -> effective(Map.of(), "requestdistribution=pareto"))
        .hasMessageContaining("ycsb.requests=pareto is not allowed");
  }

  @Test
  void whatHasNoEffectIsSaid() throws IOException {
    assertThat(WorkloadFile.read(file("writeallfields=true", "zeropadding=1")).notes())
        .hasSize(2)
        .anyMatch(note -> note.contains("writeallfields has no effect: a record is written whole"));
  }

  @Test
  void whichFieldsAreReadIsFollowed() throws IOException {
    assertThat(effective(Map.of(), "readallfields=false")).containsEntry("ycsb.read.fields", "one");
    assertThat(effective(Map.of(), "readallfields=true")).containsEntry("ycsb.read.fields", "all");
    assertThat(effective(Map.of(), "scanproportion=0")).containsEntry("ycsb.read.fields", "all");
    assertThat(effective(Map.of("ycsb.read.fields", "all"), "readallfields=false"))
        .containsEntry("ycsb.read.fields", "all");
  }

  @Test
  void oneFieldIsReadOfRecordsThatHaveSeveralWithAFamilyEach() {
    GraphSpec wide = spec().with("columns", "3");
    Map<String, String> narrow = new TreeMap<>(wide.toProperties());
    narrow.put("max.cf", "1");
    for (String fields : List.of("one", "all")) {
      YcsbPlan plan = YcsbPlan.of(settings(Map.of("ycsb.read.fields", fields)));
      for (GraphSpec wrong : List.of(spec(), wide)) {
        Problems problems = new Problems();
        plan.checkFields(wrong, problems);
        assertThat(problems.found()).hasSize(fields.equals("one") ? 1 : 0);
      }
      Problems none = new Problems();
      plan.checkFields(GraphSpec.fromProperties(narrow), none);
      assertThat(none.found()).isEmpty();
    }
  }

  @Test
  void updatesOfOneFieldAreRefusedWithTheReason() throws IOException {
    String file = file("updateproportion=0.5", "writeallfields=false");
    assertThatThrownBy(() -> WorkloadFile.read(file))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("line 2: writeallfields=false is not followed: an update writes all")
        .hasMessageContaining("say true, or load records of one field");
    assertThat(WorkloadFile.read(file("writeallfields=true")).notes()).hasSize(1);
  }

  private static GraphSpec spec() {
    return Specs.of(
        GraphSpec.VERSION,
        3,
        0,
        1L << 40,
        10,
        2,
        100,
        100,
        List.of(""),
        GraphSpec.VisibilityScope.BLOCK,
        true,
        Payload.fixed(20),
        0,
        16);
  }

  @Test
  void recordsThatWereLoadedOtherwiseAreRefused() throws IOException {
    GraphSpec spec = spec();
    Promise promise = new Promise(Map.of(0, Settled.at(new Position(1, 0, 0))));
    Problems right = problems(spec, promise, "recordcount=20", "fieldcount=2", "fieldlength=10");
    assertThat(right.found()).isEmpty();
    Problems wrong = problems(spec, promise, "recordcount=1000", "fieldcount=10");
    assertThatThrownBy(wrong::throwIfAny)
        .hasMessageContaining("recordcount=1000, and 20 records were loaded")
        .hasMessageContaining("graph.columns=10 and graph.payload=fixed:100,")
        .hasMessageContaining("with graph.payload=fixed:1000");
  }

  @Test
  void fieldsAreTheCellsOfARecordOrAllInOne() throws IOException {
    Promise promise = new Promise(Map.of(0, Settled.at(new Position(1, 0, 0))));
    GraphSpec two = spec().with("columns", "2");
    assertThat(problems(two, promise, "fieldcount=2", "fieldlength=20").found()).isEmpty();
    assertThat(problems(two, promise, "fieldcount=1", "fieldlength=20").found())
        .singleElement()
        .asString()
        .contains("1 fields of 20 bytes", "those of the table have 2 of 20");
    assertThat(problems(two, promise, "fieldcount=4", "fieldlength=5").found()).hasSize(1);
    assertThat(problems(two, promise, "fieldcount=2", "fieldlength=10").found()).hasSize(1);
  }

  private List<String> differing(GraphSpec spec, String... lines) throws IOException {
    Problems problems = new Problems();
    YcsbPlan.of(settings(Map.of("ycsb.workload", file(lines)))).checkFields(spec, problems);
    return problems.found();
  }

  @Test
  void theOrderOfRowsIsThatOfTheFileOrRefusedWithTheSetting() throws IOException {
    GraphSpec ordered = spec().with("rows", "ordered");
    assertThat(differing(spec(), "insertorder=ordered"))
        .singleElement()
        .asString()
        .contains("insertorder=ordered, and the table differs: make it with graph.rows=ordered");
    assertThat(differing(ordered, "insertorder=hashed"))
        .singleElement()
        .asString()
        .contains("make it with graph.rows=even");
    assertThat(differing(ordered, "insertorder=ordered")).isEmpty();
    assertThat(differing(spec(), "insertorder=hashed")).isEmpty();
    assertThat(differing(ordered, "readproportion=1")).isEmpty();
  }

  @Test
  void lengthsOfValuesAreThoseOfTheFileOrRefusedWithTheSetting() throws IOException {
    GraphSpec drawn = spec().with("payload", "zipf:4:50:0.99").with("columns", "2");
    String zipfian = "fieldlengthdistribution=zipfian";
    assertThat(differing(drawn, zipfian, "minfieldlength=5", "fieldlength=50", "fieldcount=2"))
        .isEmpty();
    assertThat(differing(drawn, zipfian, "minfieldlength=5", "fieldlength=50", "fieldcount=3"))
        .singleElement()
        .asString()
        .contains("make it with graph.columns=3 and graph.payload=zipf:4:50:0.99 (zipfian)");
    assertThat(differing(spec(), zipfian))
        .singleElement()
        .asString()
        .contains("zipfian", "graph.columns=1 and graph.payload=zipf:0:100:0.99");
    assertThat(differing(drawn, "fieldlengthdistribution=uniform", "minfieldlength=5")).hasSize(1);
    assertThat(differing(spec(), "fieldlengthdistribution=constant")).isEmpty();
    Promise promise = new Promise(Map.of(0, Settled.at(new Position(1, 0, 0))));
    String[] sizes = {zipfian, "minfieldlength=5", "fieldlength=50", "fieldcount=2"};
    assertThat(problems(drawn, promise, sizes).found())
        .as("the one length that the file does not ask for is not compared")
        .isEmpty();
  }

  private Problems problems(GraphSpec spec, Promise promise, String... lines) throws IOException {
    Problems problems = new Problems();
    YcsbPlan.of(settings(Map.of("ycsb.workload", file(lines))))
        .check(new Graph(spec), promise, problems);
    return problems;
  }

  @Test
  void theShippedFilesAreReadAsTheyAre() {
    Path home = Path.of("").toAbsolutePath().getParent();
    for (String letter : List.of("a", "b", "c", "d", "e", "f")) {
      String file = home.resolve("conf/ycsb/workload" + letter).toString();
      Settings settings = settings(Map.of("ycsb.workload", file));
      PaceSettings.Pace pace = YcsbPlan.PACE.pace(settings);
      assertThat(pace.count()).isEqualTo(1000);
      assertThat(YcsbPlan.of(settings).mix().reads()).isTrue();
    }
  }

  @Test
  void aMixThatComparesNothingIsRefused() {
    assertThatThrownBy(() -> YcsbPlan.of(settings(Map.of("ycsb.read", "0", "ycsb.update", "1"))))
        .hasMessageContaining("compares nothing");
    assertThatThrownBy(() -> YcsbPlan.of(settings(Map.of("ycsb.read", "0", "ycsb.update", "0"))))
        .hasMessageContaining("nothing is to be done");
    assertThatThrownBy(
            () -> YcsbPlan.of(settings(Map.of("ycsb.scan.least", "9", "ycsb.scan.most", "8"))))
        .hasMessageContaining("ycsb.scan.least=9");
  }
}
