// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.ProvenSoFar;
import catena.harness.activity.Work;
import catena.ingest.table.TableMaker;
import catena.records.journal.Event;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.io.IOException;
import java.util.Optional;

/**
 * Deletes the table that an earlier run has made, if there is one, and makes it anew.
 *
 * <p>What the same run has written is deleted only once it was verified and all is well: no check
 * could find later what a ledger promises of the deleted table. Its ledgers are set aside then, and
 * what comes next is promised by new ledgers.
 */
final class RecreateActivity implements Activity {
  @Override
  public Description description() {
    return Description.of(
            "recreate",
            "delete the table of an earlier run and create it anew",
            TableMaker.SETTINGS)
        .phaseOnly(
            "Accumulo's shell has deletetable, and bin/catena createtable makes the table anew")
        .effect(Effect.WRITES)
        .traits(Trait.DELETES_TABLE);
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    TableMaker.check(own, problems);
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) throws Exception {
    TableMaker maker =
        new TableMaker(site.connection().client(), own, site::seed, site.terminal()::note);
    maker.checkAnew();
    return run -> {
      Optional<String> written = written(run.directory());
      if (written.isPresent()) {
        Optional<String> unproven = proven(site).unproven();
        if (unproven.isPresent()) {
          return PartOutcome.doubt(run.name() + " has left the table as it is: " + unproven.get());
        }
      }
      maker.delete();
      if (written.isPresent()) {
        run.directory().setAside(written.get());
        String table = own.get(TableName.SETTING);
        run.journal().add(new Event.TableRecreated(run.clock().millis(), run.name(), table));
      }
      return maker.make(run, " anew");
    };
  }

  /** The id of the table that the ledgers of a run are of, if it has any. */
  private static Optional<String> written(RunDirectory run) throws IOException {
    return run.ledgers().isEmpty() ? Optional.empty() : Optional.of(tableOf(run));
  }

  private static String tableOf(RunDirectory run) throws IOException {
    return GraphFile.read(run)
        .map(GraphFile::tableId)
        .orElseThrow(() -> new IOException(run.display() + " has ledgers, and no graph.json"));
  }

  private static ProvenSoFar proven(PartEnvironment site) {
    return site.given()
        .find(ProvenSoFar.class)
        .orElseThrow(
            () ->
                new UsageException(
                    "recreate would delete what this run has written and its ledgers promise: let"
                        + " it have its own run directory"));
  }
}
