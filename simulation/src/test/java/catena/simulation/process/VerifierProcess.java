// SPDX-License-Identifier: Apache-2.0
package catena.simulation.process;

import catena.simulation.oracle.Comparison;
import catena.simulation.oracle.Expected;
import catena.simulation.oracle.Oracle;
import catena.simulation.oracle.Said;
import catena.simulation.world.Actor;
import catena.simulation.world.Plan;
import catena.simulation.world.World;
import java.util.concurrent.Callable;
import org.apache.accumulo.core.security.Authorizations;

/** Verifies the table while others are at work; each step is a whole verification. */
public final class VerifierProcess implements Actor {
  private final World world;
  private final Plan plan;
  private final Verification verification;
  private final Callable<Oracle> oracle;
  private final Comparison comparison;
  private int times;

  /**
   * A process that verifies as often as the plan asks for.
   *
   * @param oracle makes the one that knows what is right now
   * @param comparison is told what each verification has said
   */
  public VerifierProcess(
      World world,
      Plan plan,
      Verification verification,
      Callable<Oracle> oracle,
      Comparison comparison) {
    this.world = world;
    this.plan = plan;
    this.verification = verification;
    this.oracle = oracle;
    this.comparison = comparison;
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
  public void end() {
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
    Expected before = oracle().of(authorizations);
    Said said = verification.verify(authorizations, eventual);
    comparison.meanwhile("verification", eventual, said);
    if (plan.joins()) {
      comparison.neverWrong(verification.verifyReferences(authorizations, eventual), "references");
    }
    if (!eventual) {
      comparison.throughout(before, said, oracle().of(authorizations));
    }
    world.note("verification ends");
  }

  private Oracle oracle() throws Exception {
    comparison.undoubted(verification.ledgers().doubts());
    return oracle.call();
  }
}
