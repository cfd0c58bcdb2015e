// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.accumulo.FakeInstance;
import catena.harness.accumulo.TableName;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.junit.jupiter.api.Test;

class OnlineTablesTest {
  private final FakeInstance instance = new FakeInstance();

  @Test
  void theIdsOfTablesThatAreOnlineAreReturned() throws Exception {
    assertThat(TableName.onlineIds(instance.client())).isEmpty();
    String one = instance.table("one").id;
    instance.table("two").online = false;
    String three = instance.table("three").id;
    assertThat(TableName.onlineIds(instance.client())).containsExactlyInAnyOrder(one, three);
  }

  @Test
  void oneThatIsDeletedMeanwhileNeedsNoHost() throws Exception {
    instance.table("one");
    instance.fails("isOnline", new TableNotFoundException("1", "one", "deleted"));
    assertThat(TableName.onlineIds(instance.client())).isEmpty();
  }
}
