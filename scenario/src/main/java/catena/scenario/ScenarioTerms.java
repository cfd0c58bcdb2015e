// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.cluster.spec.ClusterSpec;
import catena.fleet.ClientAssignment;
import catena.fleet.FleetSettings;
import catena.harness.accumulo.TableName;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description;
import catena.harness.command.CommonOptions;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.ingest.CreateTableActivity;
import catena.read.check.TransientDifferences;
import catena.records.fleet.FleetFile;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.scenario.rate.RateActivity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.ScannerBase.ConsistencyLevel;

/**
 * What a run of a scenario reads in addition to the settings of its activities, and what each of
 * its workers gets of a part.
 *
 * @param known the settings of all commands
 * @param deal by which clients are dealt to workers, as far as it is known
 * @param worker whether this process is one of them, which does no part that has no clients
 */
record ScenarioTerms(List<Setting<?>> known, Optional<ClientAssignment> deal, boolean worker)
    implements PhaseSettings.Terms {
  /**
   * The settings of all the phases of a scenario.
   *
   * @param cluster that the run starts for itself if none is named
   * @throws catena.records.words.UsageException with all problems of all phases
   */
  static PhaseSettings resolve(
      Scenario scenario,
      ClusterSpec cluster,
      CommonOptions options,
      List<Setting<?>> known,
      Optional<ClientAssignment> deal) {
    Problems problems = new Problems();
    PhaseSettings settings =
        PhaseSettings.of(
            scenario,
            options,
            List.of(),
            options.clientProps().isPresent()
                ? CallerContext.of(options)
                : CallerContext.of(cluster),
            new ScenarioTerms(known, deal, false),
            problems);
    problems.throwIfAny();
    deal.ifPresent(its -> checkDealt(scenario, settings, its, problems));
    checkMade(scenario, settings, problems);
    problems.unless(
        scenario.parts().stream().filter(each -> each.activity() instanceof RateActivity).count()
            <= 1,
        scenario.name() + ": a run has one rate: sweep a parameter for several searches");
    problems.throwIfAny();
    return settings;
  }

  /** Checks whether each part that workers do is done by any of them. */
  private static void checkDealt(
      Scenario scenario, PhaseSettings settings, ClientAssignment deal, Problems problems) {
    for (Part part : scenario.parts()) {
      boolean done =
          part.activity().description().clients().isEmpty()
              || dealt(settings, part, deal).findAny().isPresent();
      problems.unless(
          done,
          "%s: %s=%s names none of the %d workers"
              .formatted(
                  part.name(),
                  FleetSettings.WORKERS.key(),
                  settings.of(part).effective().get(FleetSettings.WORKERS.key()),
                  deal.workers()));
    }
  }

  /** Checks whether the other parts can work on the tables that the scenario creates. */
  private static void checkMade(Scenario scenario, PhaseSettings settings, Problems problems) {
    for (Part maker : scenario.parts()) {
      if (maker.activity() instanceof CreateTableActivity) {
        Settings made = settings.of(maker);
        String table = made.get(TableName.SETTING);
        for (Part part : scenario.parts()) {
          Settings own = settings.of(part);
          if (part.activity().settings().contains(TableName.SETTING)
              && own.get(TableName.SETTING).equals(table)) {
            Description does = part.activity().description();
            problems.check(() -> does.checkGraph(CreateTableActivity.graph(made), own, problems));
          }
        }
      }
    }
  }

  /** The settings with which another process of the run works, a worker or a later coordinator. */
  static PhaseSettings of(
      Scenario scenario, FleetFile file, List<Setting<?>> known, boolean worker) {
    List<Layer> layers = new ArrayList<>(file.layers());
    layers.add(file.scenarioAt(), scenario.layer());
    ClientAssignment deal = new ClientAssignment(file.workers(), file.tservers());
    Problems problems = new Problems();
    PhaseSettings settings =
        new PhaseSettings(
            scenario,
            layers,
            CallerContext.NOTHING,
            new ScenarioTerms(known, Optional.of(deal), worker),
            problems);
    problems.throwIfAny();
    return settings;
  }

  @Override
  public List<Setting<?>> ofRun() {
    return Setting.all(Activities.COMPANIONS.settings(), FleetSettings.ALL, Launchers.settings());
  }

  @Override
  public List<Setting<?>> ofPart(Part part) {
    return part.activity().description().clients().isPresent() ? FleetSettings.OF_PART : List.of();
  }

  @Override
  public Stream<Settings> shares(PhaseSettings all, Part part, Settings own) {
    if (deal.isPresent() && part.activity().description().clients().isPresent()) {
      return dealt(all, part, deal.get()); // by none of them: see checkDealt
    }
    return worker ? Stream.empty() : Stream.of(own);
  }

  /** The shares of a part, each resolved when the stream reaches it. */
  private static Stream<Settings> dealt(PhaseSettings all, Part part, ClientAssignment of) {
    return IntStream.range(0, of.workers())
        .mapToObj(slot -> of.share(all, part, slot))
        .flatMap(Optional::stream);
  }

  /** Whether a finding is a fault: what is late is none where its part reads so that it may be. */
  static boolean isFault(PhaseSettings settings, Event.FindingSeen seen) {
    String client = seen.client();
    Set<Part> parts = settings.all().keySet();
    boolean whole = parts.stream().anyMatch(part -> part.name().equals(client));
    String name = whole ? client : ClientName.group(client);
    boolean named = parts.stream().anyMatch(part -> part.name().equals(name)); // else of a search
    return parts.stream()
        .filter(part -> named ? part.name().equals(name) : part.activity() instanceof RateActivity)
        .flatMap(
            part ->
                part.activity().settings().stream()
                    .filter(setting -> setting.key().endsWith(".consistency")) // readers', verify's
                    .<Object>map(settings.of(part)::get))
        .map(level -> new TransientDifferences(level == ConsistencyLevel.EVENTUAL))
        .allMatch(passing -> passing.isFault(seen.finding().kind()));
  }
}
