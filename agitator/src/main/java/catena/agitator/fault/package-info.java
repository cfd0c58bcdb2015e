// SPDX-License-Identifier: Apache-2.0
/**
 * One fault of a cluster: its kinds, its targets, how it is injected, proven and healed.
 *
 * <p>{@link catena.agitator.fault.Fault} is the contract; its kinds are listed by what they act on.
 * A kind acts on a {@link catena.agitator.fault.ClusterUnderTest} and keeps what it needs for
 * healing in an {@link catena.agitator.fault.InjectedFault}, which another process can read and
 * heal.
 */
package catena.agitator.fault;
