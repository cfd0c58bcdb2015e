package catena.trace;

import catena.graph.judge.FindingKind;
import catena.harness.run.Json;
import catena.harness.run.RunDirectory;
import catena.trace.cause.Wording;
import catena.trace.search.RowSearch;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What {@code causes.json} holds.
 *
 * @param groups findings that share a cause, the most suspect first
 * @param unexplained how many findings no fault explains
 * @param leftOut how many findings there are beside those that were traced, which were drawn evenly
 * @param unhosted tablets that nobody hosted when the recording ended
 * @param notes what the reader should know about how complete this is, one sentence each
 */
public record Causes(
    List<Group> groups,
    long unexplained,
    long leftOut,
    List<Unhosted> unhosted,
    List<String> notes) {
  /** Where the file lies in a run directory. */
  static final String FILE = "causes.json";

  /** Copies the collections. */
  public Causes {
    groups = List.copyOf(groups);
    unhosted = List.copyOf(unhosted);
    notes = List.copyOf(notes);
  }

  /**
   * Findings that share a cause.
   *
   * @param rank from 1, the most suspect
   * @param kinds how many of each kind
   * @param findings how many in all
   * @param tablets in which the rows were when they were written, as the journal names them
   * @param server who had acknowledged them: its name, where known, and {@code host:port}
   * @param fault the likeliest one, if any touched them
   * @param writers the numbers of who wrote them
   * @param from when the first of them was acknowledged, milliseconds since 1970
   * @param to when the last of them was
   * @param suspicion what probably happened, one sentence
   * @param evidence what speaks for it, and what else there is to know, a line each
   */
  public record Group(
      int rank,
      SortedMap<FindingKind, Long> kinds,
      long findings,
      List<String> tablets,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<String> server,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<CausingFault> fault,
      List<Integer> writers,
      long from,
      long to,
      String suspicion,
      List<String> evidence) {
    /** Copies the collections. */
    public Group {
      kinds = new TreeMap<>(kinds);
      tablets = List.copyOf(tablets);
      writers = List.copyOf(writers);
      evidence = List.copyOf(evidence);
    }
  }

  /** A fault, as the journal has it. */
  public record CausingFault(int id, String fault, List<String> targets, long startedAt) {
    /** Copies the targets. */
    public CausingFault {
      targets = List.copyOf(targets);
    }
  }

  /**
   * A tablet without a host.
   *
   * @param server who hosted it last
   * @param since milliseconds since 1970
   * @param logs the write-ahead logs that must be recovered before it can be hosted again
   * @param fault the last one that hit that server
   */
  public record Unhosted(
      String tablet,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<String> server,
      long since,
      List<String> logs,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<CausingFault> fault) {
    /** Copies the logs. */
    public Unhosted {
      logs = List.copyOf(logs);
    }

    /** In one sentence, for a verdict's reasons. */
    public String inWords() {
      return "tablet "
          + tablet
          + " is not hosted; its last server was "
          + server.orElse("never seen")
          + fault.map(f -> ", hit by fault " + f.id() + " (" + f.fault() + ")").orElse("")
          + (logs.isEmpty()
              ? ""
              : "; it needs the logs "
                  + Wording.some(logs.stream().map(RowSearch::shortName).toList()));
    }
  }

  /** How many findings were traced. */
  long traced() {
    return groups.stream().mapToLong(Group::findings).sum();
  }

  /** Whether there is nothing to say. */
  public boolean isEmpty() {
    return groups.isEmpty() && unhosted.isEmpty();
  }

  void writeTo(RunDirectory run) throws IOException {
    run.writeAtomically(run.path(FILE), Json.PRETTY.writeValueAsBytes(this), "the causes");
  }
}
