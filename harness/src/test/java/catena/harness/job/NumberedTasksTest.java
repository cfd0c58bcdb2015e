// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.Test;

class NumberedTasksTest {
  @Test
  void eachTaskHasItsNumberAlsoAfterTheWayToItsNodeAndOneRecord() throws Exception {
    Job job = Job.getInstance(new Configuration(false));
    NumberedTasks.configure(job.getConfiguration(), 3);
    List<Integer> numbers = new ArrayList<>();
    for (InputSplit split : new NumberedTasks().getSplits(job)) {
      DataOutputBuffer sent = new DataOutputBuffer();
      ((Writable) split).write(sent);
      DataInputBuffer received = new DataInputBuffer();
      received.reset(sent.getData(), sent.getLength());
      InputSplit there = ReflectionUtils.newInstance(split.getClass(), job.getConfiguration());
      ((Writable) there).readFields(received);
      numbers.add(NumberedTasks.number(there));
      try (RecordReader<?, ?> reader = new NumberedTasks().createRecordReader(there, null)) {
        reader.initialize(there, null);
        assertThat(reader.nextKeyValue()).isTrue();
        assertThat(reader.nextKeyValue()).isFalse();
      }
    }
    assertThat(numbers).containsExactly(0, 1, 2);
  }
}
