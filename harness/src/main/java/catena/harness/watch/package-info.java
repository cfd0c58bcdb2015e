/** What has been added to the files of a run since they were looked at last. */
package catena.harness.watch;
