// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.judge.Expectation;
import catena.graph.judge.Promise;
import catena.graph.judge.Settled;
import catena.ingest.moru.CopyMapper.RowCopy;
import catena.read.check.ScanTask;
import catena.read.check.SeenRow;
import catena.read.plant.Faults;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.junit.jupiter.api.Test;

class RowCopyTest {
  private static final GraphSpec SPEC = Faults.graph(20, 3, 0, List.of("", "A"));
  private static final Promise PROMISE = new Promise(Map.of(0, Settled.at(new Position(2, 0, 0))));

  private final Graph graph = new Graph(SPEC);
  private final List<String> written = new ArrayList<>();
  private final List<SeenRow> differing = new ArrayList<>();
  private final RowCopy copy =
      new RowCopy(
          new Expectation(graph, PROMISE, visibility -> true),
          Clock.fixed(Instant.ofEpochMilli(7), ZoneOffset.UTC),
          entry -> written.add(entry.toString()),
          differing::add);

  private Entry right(int index) {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(0, 1, index);
    return new Entry(
        encoder.row().clone(),
        encoder.family().clone(),
        encoder.qualifier().clone(),
        encoder.visibilityBytes().clone(),
        encoder.value().clone());
  }

  @Test
  void whatIsRightIsWrittenAgainAndCounted() throws Exception {
    copy.entry(right(0));
    copy.entry(right(1));
    copy.end();
    assertThat(written).containsExactly(right(0).toString(), right(1).toString());
    assertThat(differing).isEmpty();
    assertThat(copy.read()).isEqualTo(2);
    assertThat(copy.exact()).isEqualTo(2);
  }

  @Test
  void whatIsWrongIsWrittenAgainAsItIsAndHandedOn() throws Exception {
    Entry wrong = NodeCodec.withChecksum(Faults.withByte(right(0), 40));
    copy.entry(wrong);
    copy.entry(right(1));
    copy.end();
    assertThat(written).containsExactly(wrong.toString(), right(1).toString());
    assertThat(differing)
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.row()).isEqualTo(wrong.row());
              assertThat(row.seen()).containsExactly(wrong);
              assertThat(row.foundMillis()).isEqualTo(7);
            });
    assertThat(copy.exact()).isEqualTo(1);
  }

  @Test
  void aRowIsJudgedWithAllThatWasReadOfIt() throws Exception {
    Entry right = right(0);
    Entry more =
        new Entry(
            right.row(), new byte[] {'f'}, right.qualifier(), right.visibility(), right.value());
    copy.entry(right);
    copy.entry(more);
    copy.entry(right(1));
    assertThat(differing).singleElement().satisfies(row -> assertThat(row.seen()).hasSize(2));
    copy.end();
    assertThat(copy.read()).isEqualTo(3);
  }

  @Test
  void nothingReadIsNothingJudged() throws Exception {
    copy.end();
    assertThat(copy.read()).isZero();
    assertThat(differing).isEmpty();
  }

  @Test
  void whatATaskSaysIsReadAsItWasWritten() throws Exception {
    BytesWritable done = CopyRecord.value(1L << 40, 3);
    assertThat(CopyRecord.isTask(CopyRecord.keyOfTask())).isTrue();
    assertThat(CopyRecord.entries(done)).isEqualTo(1L << 40);
    assertThat(CopyRecord.exact(done)).isEqualTo(3);

    SeenRow row = new SeenRow(right(2).row(), List.of(right(2)), 99);
    BytesWritable key = CopyRecord.keyOf(row);
    SeenRow read = CopyRecord.row(key, new BytesWritable(row.toBytes()));
    assertThat(CopyRecord.isTask(key)).isFalse();
    assertThat(read.row()).isEqualTo(row.row());
    assertThat(read.seen().toString()).isEqualTo(row.seen().toString());
    assertThat(read.foundMillis()).isEqualTo(99);
  }

  @Test
  void aTaskKnowsWhatTheDriverKnows() {
    Configuration conf = new Configuration(false);
    ScanTask task = new ScanTask(graph, PROMISE, new Authorizations("A", "B"), false);
    task.writeTo(conf);
    ScanTask read = ScanTask.readFrom(conf);
    assertThat(read.graph().spec()).isEqualTo(SPEC);
    assertThat(read.promise()).isEqualTo(PROMISE);
    assertThat(read.authorizations()).isEqualTo(task.authorizations());
  }
}
