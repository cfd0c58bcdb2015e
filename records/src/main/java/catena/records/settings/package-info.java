// SPDX-License-Identifier: Apache-2.0
/**
 * Settings that cannot be silently wrong.
 *
 * <p>A {@link catena.records.settings.Setting} is declared once, as a constant of the module that
 * reads it, with its key, type, default, range and description. Values come in {@link
 * catena.records.settings.Layer}s: defaults, then files, then the scenario, then the command line;
 * the last layer that names a key wins. {@link catena.records.settings.Settings#resolve} reports
 * all problems at once: an unknown key (with the nearest known one), a value that is no value, a
 * value out of range, a key given on the command line that the command would not read.
 */
package catena.records.settings;
