package catena.ingest.action;

import catena.harness.activity.Activity;
import catena.harness.activity.Effect;
import catena.harness.activity.Given;
import catena.harness.activity.Site;
import catena.harness.activity.Work;
import catena.harness.settings.Setting;
import catena.harness.settings.Settings;
import catena.harness.words.Problems;
import catena.harness.words.UsageException;
import catena.ingest.table.TableMaker;
import java.util.List;

/**
 * Deletes the table that an earlier run has made, if there is one, and makes it anew. It comes
 * before all that is written: what a ledger promises of the deleted table nobody could find.
 */
public final class RecreateActivity implements Activity {
  /** The activity. */
  public RecreateActivity() {}

  @Override
  public String name() {
    return "recreate";
  }

  @Override
  public String about() {
    return "delete the table of an earlier run and create it anew";
  }

  @Override
  public List<String> examples() {
    return List.of("bin/catena recreate -c client.properties -o table.name=ci");
  }

  @Override
  public List<Setting<?>> settings() {
    return TableMaker.SETTINGS;
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public boolean comesFirst() {
    return true;
  }

  @Override
  public void check(Settings own, Given given, Problems problems) {
    TableMaker.check(own, problems);
  }

  @Override
  public Work prepare(Site site, Settings own) throws Exception {
    TableMaker maker = new TableMaker(site.connection(), own, site::seed, site.terminal()::note);
    maker.checkAnew();
    return run -> {
      if (run.directory().ledgers().isEmpty()) {
        return maker.made(" anew", maker.makeAnew());
      }
      throw new UsageException(
          "recreate would delete what this run has written and its ledgers promise: let it come"
              + " first, or sweep a parameter, which gives each row a run of its own");
    };
  }
}
