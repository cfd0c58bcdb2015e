// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Settled;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class ScanTaskTest {
  @Test
  void whatIsEmptySurvivesTheJobsFile() throws Exception {
    roundTrip(
        new ScanTask(new Graph(GraphSpec.ofSeed(3)), Promise.NONE, Authorizations.EMPTY, false));
  }

  @Test
  void promiseAndAuthorizationsSurviveTheJobsFile() throws Exception {
    Promise promise =
        new Promise(
            Map.of(
                0,
                Settled.at(new Position(3, 2, 1)),
                77,
                new Progress(Position.ORIGIN, new Position(0, 0, 5))));
    roundTrip(
        new ScanTask(new Graph(GraphSpec.ofSeed(3)), promise, new Authorizations("A", "B"), false));
  }

  /** A task that knew less of its graph would compare with another one. */
  @Test
  void whatMostGraphsLeaveOutSurvivesTheJobsFile() throws Exception {
    GraphSpec spec = GraphSpec.ofSeed(3);
    for (GraphSpec each :
        List.of(
            spec.with("updates", "20:zipfian:0.99"),
            spec.with("links", "power:0.99"),
            spec.overOthers(),
            spec.with("updates", "2:uniform").with("links", "power:1.5").overOthers())) {
      roundTrip(new ScanTask(new Graph(each), Promise.NONE, Authorizations.EMPTY, false));
    }
  }

  private static void roundTrip(ScanTask task) throws Exception {
    Configuration conf = new Configuration(false);
    task.writeTo(conf);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    conf.writeXml(file);
    Configuration read = new Configuration(false);
    read.addResource(new ByteArrayInputStream(file.toByteArray()));
    ScanTask back = ScanTask.readFrom(read);

    assertThat(back.graph().spec()).isEqualTo(task.graph().spec());
    assertThat(back.promise()).isEqualTo(task.promise());
    assertThat(back.authorizations()).isEqualTo(task.authorizations());
  }
}
