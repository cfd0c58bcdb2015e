// SPDX-License-Identifier: Apache-2.0
/**
 * The one engine that performs runs. A {@link catena.harness.engine.Scenario} says what is to be
 * done, in phases of parts; {@link catena.harness.engine.PhaseSettings} resolves the settings of
 * each part; a {@link catena.harness.engine.Run} performs it to its verdict.
 *
 * <p>A command is a scenario of one part ({@link catena.harness.engine.ActivityCommand}). How a
 * phase is performed, by this process or by others that it coordinates, the run does not know
 * ({@link catena.harness.engine.PhasePerformer}).
 */
package catena.harness.engine;
