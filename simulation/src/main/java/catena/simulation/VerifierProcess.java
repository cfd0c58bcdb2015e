package catena.simulation;

import org.apache.accumulo.core.security.Authorizations;

/** Verifies the table while others are at work; each step is a whole verification. */
final class VerifierProcess implements Actor {
  private final World world;
  private final Plan plan;
  private final Verification verification;
  private final ReaderProcess.Judge judge;
  private int times;

  VerifierProcess(World world, Plan plan, Verification verification, ReaderProcess.Judge judge) {
    this.world = world;
    this.plan = plan;
    this.verification = verification;
    this.judge = judge;
    this.times = plan.verifications();
  }

  @Override
  public String name() {
    return "verifier";
  }

  @Override
  public boolean isReady() {
    return times > 0;
  }

  /** Does nothing any more. */
  void end() {
    times = 0;
  }

  @Override
  public void step() throws Exception {
    if (world.chance(0.9)) {
      return;
    }
    times--;
    boolean eventual = world.chance(0.3);
    Authorizations authorizations = world.chance(0.5) ? plan.user() : world.oneOf(plan.others());
    world.note("verification begins");
    judge.judge("verification", eventual, verification.verify(authorizations, eventual));
    world.note("verification ends");
  }
}
