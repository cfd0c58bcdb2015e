// SPDX-License-Identifier: Apache-2.0
package catena.records.sample;

import catena.records.run.AppendFile;
import catena.records.run.Claim;
import catena.records.run.Compressed;
import catena.records.run.RunDirectory;
import catena.records.run.SpareFile;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;

/**
 * A file of lines below {@code stats/}, which readers see sample by sample.
 *
 * <p>A file that cannot be written any more is reported once, and sampling goes on: a disk that is
 * full must not end what is being watched. One that has become long is compressed when it is
 * closed.
 */
public final class SampleFile extends SpareFile {
  /** Bytes from which on a file is compressed: that of a host after some hours. */
  private static final long LONG = 1 << 20;

  private final RunDirectory directory;
  private final Path path;
  private final Claim claim;
  private final Consumer<String> trouble;

  private SampleFile(
      RunDirectory directory, AppendFile file, Claim claim, Consumer<String> trouble) {
    super(file, trouble);
    this.directory = directory;
    this.path = file.path();
    this.claim = claim;
    this.trouble = trouble;
  }

  /**
   * Opens a file at its end; a line that an earlier collector did not finish is ended first.
   *
   * @param path below the directory
   * @param trouble takes one sentence, once
   * @throws UsageException if another collector writes it: each sample would be there twice
   */
  public static SampleFile open(RunDirectory directory, Path path, Consumer<String> trouble)
      throws IOException {
    Claim claim = Claim.of(directory, path).orElseThrow(() -> taken(directory, path));
    try {
      return new SampleFile(directory, directory.append(path), claim, trouble);
    } catch (IOException | RuntimeException e) {
      claim.close();
      throw e;
    }
  }

  private static UsageException taken(RunDirectory directory, Path path) {
    return new UsageException(
        "Another process samples into "
            + directory.display(path)
            + " already, as every run does by itself (--without stats leaves it out): name another"
            + " directory, or other stats.parts");
  }

  @Override
  public void close() {
    try (claim) {
      super.close();
      compressIfLong();
    } catch (IOException e) {
      trouble.accept("what is sampled is claimed until this process ends: " + Reasons.of(e));
    }
  }

  /** Not what tools of the original collector read. */
  private void compressIfLong() {
    try {
      if (RunDirectory.isSamples(path)
          && directory.fileSystem().getFileStatus(path).getLen() >= LONG) {
        Compressed.replace(directory, path);
      }
    } catch (IOException e) {
      trouble.accept(directory.display(path) + " stays uncompressed: " + Reasons.of(e));
    }
  }
}
