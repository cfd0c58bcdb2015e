// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import catena.stats.sample.ProcessProbe.SocketBytes;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SocketBytesTest {
  private static String line(String ends, int pid, long sent, long received) {
    return "0      0      %s users:((\"java\",pid=%d,fd=9)) cubic rto:204 bytes_sent:%d bytes_acked:%d bytes_received:%d segs_out:3"
        .formatted(ends, pid, sent, sent, received);
  }

  @Test
  void addsUpTheConnectionsOfAProcess() {
    SocketBytes sockets = new SocketBytes();
    assertThat(sockets.parse(Stream.of(line("10.0.0.1:9   10.0.0.2:4", 7, 100, 10))).values())
        .containsExactly(new SocketBytes.Bytes(0, 0));
    assertThat(
            sockets.parse(
                Stream.of(
                    line("10.0.0.1:9 10.0.0.2:4", 7, 150, 10),
                    line("10.0.0.1:9 10.0.0.2:5", 7, 3, 4),
                    line("[::1]:1 [::1]:2", 8, 0, 1),
                    "0 0 10.0.0.1:5 10.0.0.2:6 cubic bytes_acked:99")))
        .containsEntry(7L, new SocketBytes.Bytes(14, 153))
        .containsEntry(8L, new SocketBytes.Bytes(1, 0))
        .hasSize(2);
  }
}
