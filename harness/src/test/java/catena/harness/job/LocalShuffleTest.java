// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.job.Runner.LocalShuffle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalShuffleTest {
  private static final int FILES = 3;
  private static final int LINES = 20_000;
  private static final int PARTS = 2;

  @TempDir Path temporary;

  /** A job without its own mapper or reducer: lines by their places, over all files. */
  public static final class Sorting {
    private Sorting() {}

    /** Runs it where Kerberos is asked for. */
    public static void main(String... words) throws Exception {
      Path directory = Path.of(words[0]);
      Configuration secure = new Configuration(false);
      secure.set("hadoop.security.authentication", "kerberos");
      UserGroupInformation.setConfiguration(secure);
      try (Runner runner = Runner.local("test", 2)) {
        Configuration conf = runner.configuration();
        conf.setInt("mapreduce.task.io.sort.mb", 1);
        conf.setFloat("mapreduce.map.sort.spill.percent", 0.3f); // several spills of each mapper
        Job job = Job.getInstance(conf, "sorting");
        job.setInputFormatClass(TextInputFormat.class);
        job.setOutputFormatClass(TextOutputFormat.class);
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(Text.class);
        job.setNumReduceTasks(PARTS);
        FileInputFormat.addInputPath(job, hadoops(directory.resolve("in")));
        FileOutputFormat.setOutputPath(job, hadoops(directory.resolve("out")));
        boolean done = job.waitForCompletion(false);
        System.out.printf(
            "done %b, shuffled %d, bytes %d%n",
            done,
            job.getCounters().findCounter(TaskCounter.SHUFFLED_MAPS).getValue(),
            job.getCounters().findCounter(TaskCounter.REDUCE_SHUFFLE_BYTES).getValue());
      }
    }

    private static org.apache.hadoop.fs.Path hadoops(Path path) {
      return new org.apache.hadoop.fs.Path(path.toUri());
    }
  }

  private String sort() throws Exception {
    Path krb5 =
        Files.writeString(temporary.resolve("krb5.conf"), "[libdefaults]\ndefault_realm = HERE\n");
    Path said = temporary.resolve("said");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.security.krb5.conf=" + krb5,
                "-cp",
                System.getProperty("java.class.path"),
                Sorting.class.getName(),
                temporary.toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return Files.readString(said);
  }

  private void write() throws IOException {
    Path in = Files.createDirectories(temporary.resolve("in"));
    for (int file = 0; file < FILES; file++) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < LINES; i++) {
        lines.add("%d %05d".formatted(file, i)); // eight bytes with the line end
      }
      Files.write(in.resolve("part-" + file), lines);
    }
  }

  @Test
  void eachReducerGetsItsPartOfEveryMapperInOrderAlsoWhereHadoopWouldRefuse() throws Exception {
    write();

    assertThat(sort()).contains("done true, shuffled " + FILES * PARTS).doesNotContain("bytes 0");

    Map<Long, Integer> found = new TreeMap<>();
    for (int part = 0; part < PARTS; part++) {
      long last = -1;
      try (Stream<String> lines =
          Files.lines(temporary.resolve("out/part-r-%05d".formatted(part)))) {
        for (String line : lines.toList()) {
          long key = Long.parseLong(line.substring(0, line.indexOf('\t')));
          assertThat(key).isGreaterThanOrEqualTo(last);
          assertThat(key / 8).isEqualTo(Long.parseLong(line.substring(line.length() - 5)));
          last = key;
          found.merge(key, 1, Integer::sum);
        }
      }
    }
    assertThat(found).hasSize(LINES).allSatisfy((key, n) -> assertThat(n).isEqualTo(FILES));
  }

  @Test
  void anIndexThatIsDamagedIsNotFollowed() throws Exception {
    ByteBuffer record = ByteBuffer.allocate(4 * Long.BYTES).putLong(0).putLong(70).putLong(74);
    CRC32 checksum = new CRC32();
    checksum.update(record.array(), 0, record.position());
    byte[] bytes = record.putLong(checksum.getValue()).array();
    Path file = Files.write(temporary.resolve("file.out.index"), bytes);
    FileSystem files = FileSystem.getLocal(new Configuration()).getRaw();
    var hadoops = new org.apache.hadoop.fs.Path(file.toUri());
    assertThat(LocalShuffle.index(files, hadoops).getLong(2 * Long.BYTES)).isEqualTo(74);

    bytes[7] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> LocalShuffle.index(files, hadoops))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("file.out.index of a mapper's output is damaged");
  }
}
