package catena.agitator;

import catena.cluster.Role;
import catena.cluster.ServerId;
import java.util.Optional;

/** Makes a tserver hand all its tablets over and end; starts it again. */
final class Migrate extends ServerFault {
  @Override
  public String word() {
    return "migrate";
  }

  @Override
  public boolean strikes(Aim aim) {
    return aim instanceof Aim.Hosting
        || (aim instanceof Aim.One one && one.id().role() == Role.TSERVER)
        || (aim instanceof Aim.AnyOf any && any.role() == Role.TSERVER);
  }

  @Override
  void strike(Field field, ServerId id) throws Exception {
    field.control().stop(id);
  }

  /** It is gone, and no tablet is said to be where it was. */
  @Override
  Optional<String> proof(Field field, Victim victim) throws Exception {
    Optional<String> gone = gone(field, victim);
    if (gone.isEmpty() || victim.address().isEmpty()) {
      return gone;
    }
    boolean left = field.tablets().hostedBy(victim.address().get()) > 0;
    return left ? Optional.empty() : gone.map(text -> text + ", none of its tablets is left there");
  }
}
