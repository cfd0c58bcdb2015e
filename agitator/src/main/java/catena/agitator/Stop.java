package catena.agitator;

import catena.cluster.ServerId;
import java.util.Optional;

/** Ends a server in the orderly way; starts it again. */
final class Stop extends ServerFault {
  @Override
  public String word() {
    return "stop";
  }

  @Override
  void strike(Field field, ServerId id) throws Exception {
    field.control().stop(id);
  }

  @Override
  Optional<String> proof(Field field, Victim victim) throws Exception {
    return gone(field, victim);
  }
}
