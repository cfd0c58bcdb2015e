// SPDX-License-Identifier: Apache-2.0
package catena.ingest.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.SortedWrites;
import catena.harness.accumulo.TableSummaries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.rfile.RFile;
import org.apache.accumulo.core.client.summary.Summary;
import org.apache.accumulo.core.data.LoadPlan;
import org.apache.accumulo.core.data.LoadPlan.Destination;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CutFilesTest {
  private static final int NODES = 500;

  @TempDir java.nio.file.Path temporary;

  private final Graph graph = new Graph(spec());

  private static GraphSpec spec() {
    Map<String, String> properties = new TreeMap<>(GraphSpec.ofSeed(7).toProperties());
    properties.put("flush.interval", Integer.toString(NODES));
    properties.put("depth", "2");
    return GraphSpec.fromProperties(properties);
  }

  private FileSystem files() throws Exception {
    LocalFileSystem fs = FileSystem.getLocal(new Configuration(false));
    return fs;
  }

  private Path directory() {
    return new Path(temporary.toUri());
  }

  private static byte[] row(long number) {
    return NodeCodec.rowBytes(NodeCodec.rowText(number));
  }

  private LoadPlan write(List<byte[]> cuts) throws Exception {
    return write(cuts, Map.of());
  }

  private LoadPlan write(List<byte[]> cuts, Map<String, String> properties) throws Exception {
    try (CutFiles files = new CutFiles(files(), directory(), "f", cuts, properties)) {
      SortedWrites writes = new SortedWrites(graph, 0, Position.ORIGIN, new Position(0, 2, 0));
      EntryEncoder encoder = new EntryEncoder(graph);
      while (writes.advance()) {
        writes.encode(encoder);
        files.add(encoder, 77);
      }
      return files.seal();
    }
  }

  private List<String> rows(String file) throws Exception {
    List<String> rows = new ArrayList<>();
    try (Scanner scanner =
        RFile.newScanner()
            .from(new Path(directory(), file).toString())
            .withFileSystem(files())
            .withAuthorizations(Authorizations.EMPTY)
            .build()) {
      scanner.forEach(
          (key, value) -> {
            assertThat(key.getTimestamp()).isEqualTo(77);
            rows.add(key.getRow().toString());
          });
    }
    return rows;
  }

  @Test
  void eachFileHasTheRowsUpToItsCutAndThePlanSaysSo() throws Exception {
    long third = Long.MAX_VALUE / 3;
    // The second is no row of a node, and nothing lies between it and the first.
    List<byte[]> cuts = List.of(row(third), row(third + 1), row(2 * third));
    LoadPlan plan = write(cuts);
    List<String> all = new ArrayList<>();
    for (Destination each : plan.getDestinations()) {
      List<String> rows = rows(each.getFileName());
      assertThat(new String(each.getStartRow(), java.nio.charset.StandardCharsets.US_ASCII))
          .isEqualTo(rows.get(0));
      assertThat(new String(each.getEndRow(), java.nio.charset.StandardCharsets.US_ASCII))
          .isEqualTo(rows.get(rows.size() - 1));
      all.addAll(rows);
    }
    assertThat(plan.getDestinations()).hasSize(3);
    assertThat(all).hasSize(2 * NODES).isSorted().doesNotHaveDuplicates();
    assertThat(rows("f00000.rf")).allMatch(row -> row.compareTo(NodeCodec.rowText(third)) <= 0);
    assertThat(rows("f00002.rf")).allMatch(row -> row.compareTo(NodeCodec.rowText(2 * third)) > 0);
  }

  @Test
  void filesOfATableThatIsSummarizedHaveTheirSummaries() throws Exception {
    Map<String, String> properties = TableSummaries.of(spec()).toTableProperties();
    LoadPlan plan = write(List.of(), properties);
    assertThat(plan.getDestinations()).hasSize(1);
    assertThat(
            RFile.summaries()
                .from(new Path(directory(), "f00000.rf").toString())
                .withFileSystem(files())
                .read())
        .extracting(Summary::getStatistics)
        .containsExactly(Map.of("entries", 2L * NODES));
  }

  @Test
  void someOfManyCutsAreTakenEvenly() {
    List<byte[]> rows = new ArrayList<>();
    for (int i = 1; i <= 99; i++) {
      rows.add(row(i));
    }
    assertThat(CutFiles.fewer(rows, 99)).isSameAs(rows);
    assertThat(CutFiles.fewer(rows, 3)).containsExactly(row(25), row(50), row(75));
    assertThat(CutFiles.fewer(rows, 0)).isEmpty();
  }
}
