package catena.agitator;

import catena.cluster.ServerId;
import java.util.Optional;

/** Stops and starts one server after the other, each in the orderly way, as an upgrade does. */
final class RollingRestart extends ServerFault {
  @Override
  public String word() {
    return "rolling-restart";
  }

  @Override
  public boolean inTurn() {
    return true;
  }

  @Override
  void strike(Field field, ServerId id) throws Exception {
    field.control().stop(id);
    field.control().start(id);
  }

  @Override
  Optional<String> proof(Field field, Victim victim) throws Exception {
    return Restart.another(field, victim);
  }
}
