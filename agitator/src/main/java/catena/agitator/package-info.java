// SPDX-License-Identifier: Apache-2.0
/**
 * Faults: planned from a seed, done, proven, healed, and their cost measured.
 *
 * <p>What happens when is decided beforehand and purely: a {@link catena.agitator.plan.Policy} says
 * how often which fault hits which servers, a {@link catena.agitator.fault.Topology} lists these,
 * and {@link catena.agitator.plan.FaultSchedule} makes a {@link catena.agitator.plan.Plan} of them,
 * the same for the same seed. The plan is a file, so that it can be read, changed and replayed.
 *
 * <p>Each {@link catena.agitator.fault.Fault} checks before it acts, and what it saw is recorded
 * before the injection; so another process that finds this file can heal what a dead agitator left.
 * Nothing is believed because a command returned: a fault counts when {@link
 * catena.agitator.fault.ClusterUnderTest}'s witnesses, asked independently of the injection, say
 * that it hit. What cannot be proven, healed or seen to recover within its limit is a doubt, and a
 * doubt is never a pass.
 *
 * <p>So it is with servers that are added to a running cluster ({@link catena.agitator.Growth}):
 * one counts as registered when it holds its lock in ZooKeeper, and as hosting when a metadata
 * table has a tablet with the session of that lock.
 */
package catena.agitator;
