package catena.agitator.fault;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.fault.Tablets.Tablet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TabletsTest {
  private static Tablet tablet(String name, String address) {
    return new Tablet(name, Optional.of(address), Optional.of("1f"), Set.of());
  }

  @Test
  void whoHostsMostIsTakenWhateverElseItHosts() {
    Tablets tablets =
        new Tablets(List.of(tablet("2;a", "h:1"), tablet("2;b", "h:1"), tablet("2<", "h:2")));
    assertThat(tablets.mostOf("2", host -> !host.equals("h:1"))).contains("h:1");
    assertThat(tablets.mostOf("3", host -> true)).isEmpty();
  }

  @Test
  void ofSeveralWithAsManyTheOneThatIsRatherTaken() {
    Tablets tablets = new Tablets(List.of(tablet("2;a", "h:1"), tablet("2<", "h:2")));
    assertThat(tablets.mostOf("2", host -> !host.equals("h:2"))).contains("h:1");
    assertThat(tablets.mostOf("2", host -> !host.equals("h:1"))).contains("h:2");
  }
}
