package catena.harness.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClientNameTest {
  @Test
  void theGroupOfAClientIsThePartThatNamedIt() {
    for (String part : new String[] {"ingest", "ingest-2", "walk", "batchwalk-10"}) {
      assertThat(ClientName.group(ClientName.writer(part, 3))).isEqualTo(part);
      assertThat(ClientName.group(ClientName.reader(part, 0))).isEqualTo(part);
    }
  }

  @Test
  void aNameThatNoPartGaveIsItsOwnGroup() {
    assertThat(ClientName.group("run")).isEqualTo("run");
    assertThat(ClientName.group("stats-host")).isEqualTo("stats-host");
    assertThat(ClientName.group("-3")).isEqualTo("-3");
  }
}
