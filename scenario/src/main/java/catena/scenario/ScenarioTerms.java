// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.fleet.ClientAssignment;
import catena.fleet.FleetSettings;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario.Part;
import catena.read.check.TransientDifferences;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.scenario.rate.RateActivity;
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
  static Stream<Settings> dealt(PhaseSettings all, Part part, ClientAssignment of) {
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
