// SPDX-License-Identifier: Apache-2.0
package catena.records.journal;

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
  void clientsOfAllWorkersAreOfOneGroupAndHaveTheirOwnLogs() {
    for (String part : new String[] {"ingest", "ingest-2", "batchwalk-10"}) {
      for (int attempt = 1; attempt <= 2; attempt++) {
        String mine = ClientName.ofWorker(part, 30, attempt);
        assertThat(ClientName.group(ClientName.writer(mine, 3))).isEqualTo(part);
        assertThat(ClientName.group(ClientName.reader(mine, 0))).isEqualTo(part);
        assertThat(ClientName.inProcess(ClientName.reader(mine, 0))).isEqualTo(mine);
      }
    }
    assertThat(ClientName.ofWorker("walk", 3, 1)).isEqualTo("walk.w3");
    assertThat(ClientName.ofWorker("walk", 3, 2)).isEqualTo("walk.w3.2");
  }

  @Test
  void aNameThatNoPartGaveIsItsOwnGroup() {
    assertThat(ClientName.group("run")).isEqualTo("run");
    assertThat(ClientName.group("stats-host")).isEqualTo("stats-host");
    assertThat(ClientName.group("-3")).isEqualTo("-3");
  }

  @Test
  void theActivityOfAPartIsWhatItIsNamedAfter() {
    for (String activity : new String[] {"ingest", "create-table"}) {
      assertThat(ClientName.part(activity, 1)).isEqualTo(activity);
      assertThat(ClientName.part(activity, 12)).isEqualTo(activity + "-12");
      assertThat(ClientName.activity(ClientName.part(activity, 1))).isEqualTo(activity);
      assertThat(ClientName.activity(ClientName.part(activity, 12))).isEqualTo(activity);
      assertThat(ClientName.nth(ClientName.part(activity, 1))).isEqualTo(1);
      assertThat(ClientName.nth(ClientName.part(activity, 12))).isEqualTo(12);
    }
  }

  @Test
  void theLogOfAClientIsThatOfItsPartWhicheverProcessWroteIt() {
    for (String part : new String[] {"ingest", "ingest-2", "ycsb-12"}) {
      for (String own : new String[] {part, ClientName.ofWorker(part, 3, 2)}) {
        String writer = ClientName.inProcess(ClientName.writer(own, 7));
        String reader = ClientName.inProcess(ClientName.reader(own, 0));
        assertThat(ClientName.ofLog(writer)).isEqualTo(part);
        assertThat(ClientName.ofLog(reader)).isEqualTo(part);
        assertThat(ClientName.ofLog(own + ClientName.AGAIN + 2)).isEqualTo(part);
      }
    }
  }
}
