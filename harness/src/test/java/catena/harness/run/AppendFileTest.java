package catena.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What HDFS answers to whoever creates a file that is there, as its client hands it on. */
class AppendFileTest {
  private static final Path FILE = new Path("/run/latency/walk.hlog");

  /** Answers each creation as a NameNode does, with this exception of its own. */
  private static final class Refusing extends FilterFileSystem {
    private final String exception;

    Refusing(String exception) throws IOException {
      super(new RawLocalFileSystem());
      this.exception = exception;
      initialize(URI.create("file:///"), new Configuration(false));
    }

    @Override
    public FSDataOutputStream create(
        Path file,
        FsPermission permission,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      throw new RemoteException(exception, "planted");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException",
        "org.apache.hadoop.hdfs.protocol.RecoveryInProgressException"
      })
  void aFileThatAnotherIsWritingIsThere(String exception) throws IOException {
    assertThat(AppendFile.create(new Refusing(exception), FILE)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = "org.apache.hadoop.security.AccessControlException")
  void whatElseIsRefusedIsTold(String exception) {
    assertThatThrownBy(() -> AppendFile.create(new Refusing(exception), FILE))
        .isInstanceOf(RemoteException.class)
        .hasMessageContaining("planted");
  }
}
