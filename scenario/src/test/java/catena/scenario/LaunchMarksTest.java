// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.scenario.Main.LaunchMarks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the script finds of the process that it has started. */
@Timeout(60)
class LaunchMarksTest {
  @TempDir private Path marks;

  private String[] found() {
    return marks.toFile().list();
  }

  @Test
  void theMarkIsRenamedAsTheCommandComesAlong() throws IOException {
    Files.createFile(marks.resolve("started-not"));
    LaunchMarks launched = new LaunchMarks(Optional.of(marks));
    launched.begun();
    assertThat(found()).containsExactly("started");
    launched.concluded(64);
    assertThat(found()).containsExactly("64");
  }

  @Test
  void aMarkThatIsGoneIsMadeAnew() throws IOException {
    Files.delete(marks);
    new LaunchMarks(Optional.of(marks)).concluded(0);
    assertThat(found()).containsExactly("0");
  }

  @Test
  void withoutAScriptNothingIsMarked() {
    LaunchMarks alone = new LaunchMarks(Optional.empty());
    alone.begun();
    alone.concluded(1);
    assertThat(found()).isEmpty();
  }

  @Test
  void whatIsToBeDoneWhenTheScriptDiesIsDoneThen() throws Exception {
    String property = "catena.launcher";
    String before = System.getProperty(property, "");
    Process script = new ProcessBuilder("sleep", "600").start();
    CountDownLatch done = new CountDownLatch(1);
    try {
      System.setProperty(property, Long.toString(script.pid()));
      LaunchMarks.onDeath(done::countDown);
      assertThat(done.getCount()).isEqualTo(1);
      script.destroyForcibly();
      assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      script.destroyForcibly();
      if (before.isEmpty()) {
        System.clearProperty(property);
      } else {
        System.setProperty(property, before);
      }
    }
  }
}
