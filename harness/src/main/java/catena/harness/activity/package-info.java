// SPDX-License-Identifier: Apache-2.0
/**
 * What a run does, as one contract: an {@link catena.harness.activity.Activity} has a name,
 * settings and a check, and is performed, as a part of a scenario or as a separate command.
 *
 * <p>What accompanies runs (samples, tablet history, causes, report) is a {@link
 * catena.harness.activity.Companion}. The composition root lists both; {@link
 * catena.harness.activity.PreparedPart} alone prepares and performs activities.
 *
 * <p>Before it begins, an activity forecasts its entries, time and disk ({@link
 * catena.harness.activity.Forecast}): roughly, and by rates that are named; nothing is decided by
 * it.
 */
package catena.harness.activity;
