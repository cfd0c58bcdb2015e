// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.fixture.FlushedFileSystem;
import catena.records.fixture.HeldFileSystem;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What another process holds, and a file system that fails, as HDFS does both. */
class AppendFileTest {
  @TempDir private Path temp;

  private RunDirectory run(FileSystem fs) {
    return RunDirectory.on(fs, new org.apache.hadoop.fs.Path(temp.toUri()));
  }

  private Path event(String name) {
    return temp.resolve("events").resolve(name);
  }

  private static void add(RunDirectory run, String line) throws IOException {
    try (AppendFile file = run.append(run.events("ingest"))) {
      file.line(line);
    }
  }

  @Test
  void aFileThatNoProcessHoldsGoesOn() throws IOException {
    try (RunDirectory run = run(new HeldFileSystem())) {
      add(run, "one");
      add(run, "two");
    }
    assertThat(event("ingest.jsonl")).hasContent("one\ntwo\n");
    assertThat(run(new HeldFileSystem()).journals()).hasSize(1);
  }

  /** Whoever took the lease would end a writer that is alive. */
  @Test
  void aFileThatAnotherMayHoldIsLeftAlone() throws IOException {
    HeldFileSystem fs = new HeldFileSystem();
    try (RunDirectory run = run(fs)) {
      add(run, "first");
      fs.hold("ingest.jsonl");
      add(run, "second");
      fs.hold("ingest-2.jsonl");
      add(run, "third");

      assertThat(run.journals()).hasSize(3);
    }
    assertThat(event("ingest.jsonl")).hasContent("first\n");
    assertThat(event("ingest-2.jsonl")).hasContent("second\n");
    assertThat(event("ingest-3.jsonl")).hasContent("third\n");
  }

  /** Whoever folds them sees places and phases in the order in which they were. */
  @Test
  void theJournalsOfManyProcessesAreInTheirOrder() throws IOException {
    HeldFileSystem fs = new HeldFileSystem();
    try (RunDirectory run = run(fs)) {
      for (int n = 1; n <= 11; n++) {
        add(run, "process " + n);
        fs.hold(n == 1 ? "ingest.jsonl" : "ingest-" + n + ".jsonl");
      }
      List<String> names = run.journals().stream().map(RunLayout::client).toList();
      assertThat(names)
          .hasSize(11)
          .startsWith("ingest", "ingest-2", "ingest-3")
          .endsWith("ingest-9", "ingest-10", "ingest-11");
    }
  }

  /** HDFS does not say of a file that a dead process had open that it is there. */
  @Test
  void aLatencyLogThatADeadProcessHadOpenIsKept() throws IOException {
    HeldFileSystem fs = new HeldFileSystem();
    Files.createDirectories(temp.resolve("latency"));
    Files.writeString(temp.resolve("latency/ingest.hlog"), "kept");
    fs.hold("ingest.hlog");
    try (RunDirectory run = run(fs);
        LatencyRecorder log =
            LatencyRecorder.open(run, "ingest", Clock.systemUTC(), Measuring.USUAL_DIGITS)) {
      assertThat(log).isNotNull();
      assertThat(run.latencies()).hasSize(2);
    }
    assertThat(temp.resolve("latency/ingest.hlog")).hasContent("kept");
  }

  @Test
  void samplesInSeparateFilesAreSamplesAll() throws IOException {
    HeldFileSystem fs = new HeldFileSystem();
    try (RunDirectory run = run(fs)) {
      for (String held : new String[] {"", "cluster.jsonl", "clients.jsonl", "stats.out"}) {
        fs.hold(held);
      }
      run.append(run.clusterSamples()).close();
      run.append(run.clientSamples()).close();
      run.append(run.classicSamples()).close();

      assertThat(run.samples().stream().map(org.apache.hadoop.fs.Path::getName))
          .containsExactly("cluster-2.jsonl");
      assertThat(run.classics().stream().map(org.apache.hadoop.fs.Path::getName))
          .containsExactly("stats-2.out");
    }
  }

  /** Else the first event of the next process would be lost with the last of the dead one. */
  @Test
  void aLineThatADeadProcessDidNotFinishIsEnded() throws IOException {
    Files.createDirectories(temp.resolve("events"));
    Files.writeString(event("ingest.jsonl"), "whole\nto");
    for (FileSystem fs : new FileSystem[] {new HeldFileSystem(), local()}) {
      try (RunDirectory run = run(fs)) {
        add(run, "next");
      }
    }
    assertThat(event("ingest.jsonl")).hasContent("whole\nto\nnext\nnext\n");
  }

  private static RawLocalFileSystem local() throws IOException {
    RawLocalFileSystem local = new RawLocalFileSystem();
    local.initialize(java.net.URI.create("file:///"), new Configuration(false));
    return local;
  }

  /** As HDFS does in a directory with erasure coding: its syncs do nothing. */
  @Test
  void aFileSystemThatKeepsNothingSyncedIsRefused() throws IOException {
    try (RunDirectory run = run(new FlushedFileSystem())) {
      assertThatThrownBy(() -> AppendFile.probe(run.fileSystem(), run.root()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("erasure coding");
      assertThat(temp).isEmptyDirectory();
    }
    try (RunDirectory run = run(local())) {
      AppendFile.probe(run.fileSystem(), run.root());
      assertThat(temp).isEmptyDirectory();
    }
  }

  /** A stream of HDFS throws what went wrong first whenever it is asked for anything. */
  @Test
  void whatWentWrongIsThrownThoughItGoesWrongTwice() throws IOException {
    IOException broken = new IOException("planted");
    try (RunDirectory run = run(new BrokenFileSystem(broken))) {
      AppendFile file = run.append(run.events("ingest"));
      file.line("lost");
      assertThatThrownBy(file::close).isSameAs(broken);
      AppendFile other = run.append(run.events("walk"));
      other.abort(broken);
      assertThat(broken).hasNoSuppressedExceptions();
      IOException first = new IOException("went wrong first");
      run.append(run.events("scan")).abort(first);
      assertThat(first).hasSuppressedException(broken);
    }
  }

  private static final class BrokenFileSystem extends FilterFileSystem {
    private final IOException broken;

    BrokenFileSystem(IOException broken) throws IOException {
      super(local());
      this.broken = broken;
    }

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path file,
        FsPermission permission,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      return new FSDataOutputStream(new Broken(), null);
    }

    @Override
    public org.apache.hadoop.fs.FileStatus getFileStatus(org.apache.hadoop.fs.Path file) {
      return new org.apache.hadoop.fs.FileStatus(0, false, 1, 1, 0, file);
    }

    @Override
    public boolean exists(org.apache.hadoop.fs.Path file) {
      return false;
    }

    private final class Broken extends OutputStream implements Syncable {
      @Override
      public void write(int b) throws IOException {
        throw broken;
      }

      @Override
      public void hflush() throws IOException {
        throw broken;
      }

      @Override
      public void hsync() throws IOException {
        throw broken;
      }

      @Override
      public void close() throws IOException {
        throw broken;
      }
    }
  }

  /** A client that is interrupted while it records something must not take the file from others. */
  @Test
  void anInterruptedThreadClosesNoFile() throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(event("x.jsonl").toUri());
    try (AppendFile file = AppendFile.create(local(), path).orElseThrow()) {
      Thread.currentThread().interrupt();
      file.line("a");
      file.sync();
      assertThat(Thread.interrupted()).as("it is still to end").isTrue();
      file.line("b");
    }
    assertThat(event("x.jsonl")).hasContent("a\nb\n");
    assertThat(AppendFile.create(local(), path)).as("there is one").isEmpty();
  }
}
