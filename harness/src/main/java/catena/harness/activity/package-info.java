/**
 * What a run does, as one contract: an {@link catena.harness.activity.Activity} has a name,
 * settings and a check, and is performed, as a part of a scenario or as a command of its own.
 *
 * <p>{@link catena.harness.activity.ActivityCommand} is a run of one part. What accompanies runs of
 * either kind (samples, tablet history, causes, report) is a {@link
 * catena.harness.activity.Companion}. Whoever puts the program together lists both.
 */
package catena.harness.activity;
