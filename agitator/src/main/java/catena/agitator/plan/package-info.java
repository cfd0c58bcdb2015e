// SPDX-License-Identifier: Apache-2.0
/**
 * Which fault is injected when: policies, the plans made of them by a seed, and their files.
 *
 * <p>Pure: nothing here touches a cluster. {@link catena.agitator.fault.Fault#ALL} is the list of
 * all kinds.
 */
package catena.agitator.plan;
