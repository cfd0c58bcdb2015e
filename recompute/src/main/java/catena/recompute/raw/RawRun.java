package catena.recompute.raw;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * All that the raw files of a run say.
 *
 * @param name of the directory
 * @param events of all journals, in the order of the files' names
 * @param classic the fields of {@code stats.out} by their number; NaN where one was absent
 * @param samples by scope, name and time; NaN where one was absent
 * @param units by name
 * @param findings lines by kind; empty if there is no such file
 * @param tservers that the scenario asked for, else that were under test
 * @param additions the cells of each line of the servers that were added
 * @param startMillis when the environment was written down; 0 if that is not known
 * @param notes what could not be read, in words
 */
public record RawRun(
    String name,
    List<Event> events,
    List<LatencyInterval> latencies,
    SortedMap<Integer, NavigableMap<Long, Double>> classic,
    SortedMap<String, SortedMap<String, NavigableMap<Long, Double>>> samples,
    Map<String, String> units,
    List<Ledger> ledgers,
    Optional<JsonNode> verdict,
    Optional<SortedMap<String, Long>> findings,
    Optional<JsonNode> causes,
    SortedMap<String, String> settings,
    OptionalInt tservers,
    List<List<String>> additions,
    long startMillis,
    List<String> notes) {}
