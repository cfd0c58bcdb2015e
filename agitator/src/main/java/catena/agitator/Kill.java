package catena.agitator;

import catena.cluster.ServerId;
import java.util.Optional;

/** Ends a server's process at once (SIGKILL), as a crash does; starts it again. */
final class Kill extends ServerFault {
  @Override
  public String word() {
    return "kill";
  }

  @Override
  void strike(Field field, ServerId id) throws Exception {
    field.control().kill(id);
  }

  @Override
  Optional<String> proof(Field field, Victim victim) throws Exception {
    return gone(field, victim);
  }
}
