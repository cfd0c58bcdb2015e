// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.judge.Expectation;
import catena.graph.judge.Promise;
import catena.graph.judge.Settled;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.Test;

class JudgesTest {
  private static final Node FIRST = new Node(0, 0, 0);

  private final Graph graph = new Graph(GraphSpec.ofSeed(3));
  private final Promise early = upTo(1);
  private final Promise late = upTo(2);
  private final View view = view();

  private static Promise upTo(int step) {
    return new Promise(Map.of(0, Settled.at(new Position(0, step, 0))));
  }

  private View view() {
    Lookup nothing = rows -> Map.of();
    return View.of(Optional.of(graph), Authorizations.EMPTY, nothing, nothing);
  }

  @Test
  void whatWasPromisedBeforeTheReadMustBeSeenAndWhatCameSinceMay() {
    Judges judges = new Judges(Optional.of(graph), late);
    Node second = new Node(0, 1, 0);

    assertThat(judges.of(early, view).mustBeSeen(FIRST)).isTrue();
    assertThat(judges.of(early, view).isCertain(second)).isFalse();
    assertThat(judges.of(late, view).mustBeSeen(second)).isTrue();
  }

  @Test
  void nothingMustBeSeenOfAReadFromBeforeEveryPromise() {
    Expectation judge = new Judges(Optional.of(graph), late).of(Promise.NONE, view);

    assertThat(judge.mustBeSeen(FIRST)).isFalse();
    assertThat(judge.isCertain(FIRST)).isFalse();
  }

  @Test
  void rowsOfOneReadHaveOneJudgeForEachView() {
    Judges judges = new Judges(Optional.of(graph), late);
    Expectation judge = judges.of(early, view);
    View another = view();

    assertThat(judges.of(early, view)).isSameAs(judge);
    assertThat(judges.of(early, another)).isNotSameAs(judge);
    assertThat(judges.of(late, view)).isNotSameAs(judge);
    assertThat(judges.of(early, another)).isNotSameAs(judge);
  }

  @Test
  void whereThereIsNoGraphNothingIsJudged() {
    Judges judges = new Judges(Optional.empty(), Promise.NONE);
    assertThatThrownBy(() -> judges.of(early, view)).isInstanceOf(NoSuchElementException.class);
  }
}
