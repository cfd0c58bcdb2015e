// SPDX-License-Identifier: Apache-2.0
/**
 * The language of scenario files below its words: a YAML text in which every value knows its line
 * ({@link catena.records.words.Item}), parameters and the rows that they make ({@link
 * catena.scenario.language.SweepRows}), expressions in texts ({@link
 * catena.scenario.language.Expressions}). It knows no activity and no setting.
 */
package catena.scenario.language;
