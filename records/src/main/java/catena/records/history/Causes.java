// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.words.Amounts;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What {@code causes.json} holds; what an older or damaged file does not say is empty.
 *
 * <p>Where there are very many findings a sample of them is traced. All counts in {@code groups}
 * and {@code unexplained} are of those traced; {@link #scaled} extrapolates them to all findings.
 *
 * @param groups findings that share a cause, the most suspect first
 * @param unexplained how many of the findings that were traced no fault explains
 * @param unrecorded for how many there is no record of all the time from the write to the finding
 * @param leftOut how many findings were not traced; those that were traced were drawn evenly
 * @param unhosted tablets that no server hosted when the recording ended
 * @param notes what the reader should know about how complete this is, one sentence each
 */
public record Causes(
    List<Group> groups,
    long unexplained,
    long unrecorded,
    long leftOut,
    List<Unhosted> unhosted,
    List<String> notes) {
  /** Without any. */
  public static final Causes NONE = new Causes(List.of(), 0, 0, 0, List.of(), List.of());

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
   * @param kinds how many of each kind of finding, also of one that is not known here
   * @param findings how many in all
   * @param tablets in which the rows were when they were written, as the journal names them
   * @param server that acknowledged them: its name, where known, and {@code host:port}
   * @param fault the likeliest one, if any touched them
   * @param cause what {@code suspicion} says, in a few words
   * @param writers the numbers of their writers
   * @param from when the first of them was acknowledged, milliseconds since 1970
   * @param to when the last of them was
   * @param suspicion what probably happened, one sentence
   * @param evidence what speaks for it, and what else there is to know, a line each
   */
  public record Group(
      int rank,
      SortedMap<String, Long> kinds,
      long findings,
      List<String> tablets,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<String> server,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<CausingFault> fault,
      String cause,
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
      cause = cause.isEmpty() ? "no cause is written" : cause;
      suspicion = suspicion.isEmpty() ? "no suspicion is written" : suspicion;
    }
  }

  /** A fault, as the journal has it. */
  public record CausingFault(int id, String fault, List<String> targets, long startedAt) {
    /** Copies the collections. */
    public CausingFault {
      targets = List.copyOf(targets);
    }
  }

  /**
   * A tablet without a host.
   *
   * @param server that hosted it last
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
    /** Copies the collections. */
    public Unhosted {
      logs = List.copyOf(logs);
    }
  }

  /** How many findings were traced. */
  public long traced() {
    return groups.stream().mapToLong(Group::findings).sum();
  }

  /** How many findings there are, traced or not. */
  public long total() {
    return traced() + leftOut;
  }

  /** The same in words: {@code 740,000, of which 100,000, drawn evenly, were traced}. */
  public String totalInWords() {
    return Amounts.grouped(total())
        + (isSample()
            ? ", of which %s, drawn evenly, were traced".formatted(Amounts.grouped(traced()))
            : "");
  }

  /** Whether there are more findings than were traced. */
  public boolean isSample() {
    return leftOut > 0;
  }

  /**
   * How many of all findings a count of traced ones stands for: the count itself where all were
   * traced, else in proportion, to three digits, which is more than a sample of 100,000 can show.
   */
  public long scaled(long count) {
    long traced = traced();
    if (!isSample() || traced == 0) {
      return count;
    }
    BigDecimal share = BigDecimal.valueOf(count).multiply(BigDecimal.valueOf(total()));
    return share
        .divide(BigDecimal.valueOf(traced), new MathContext(3, RoundingMode.HALF_UP))
        .longValue();
  }

  /** The same in words: {@code 31,987}, of a sample {@code about 237,000}. */
  public String scaledInWords(long count) {
    return (isSample() && count > 0 ? "about " : "") + Amounts.grouped(scaled(count));
  }

  /** How many of all findings of each kind: {@code about 237,000 LOST, 12 STALE}. */
  public String kindsInWords(Group group) {
    return group.kinds().entrySet().stream()
        .map(each -> scaledInWords(each.getValue()) + " " + each.getKey())
        .collect(Collectors.joining(", "));
  }

  /** Whether there is nothing to say. */
  public boolean isEmpty() {
    return total() == 0 && unhosted.isEmpty();
  }

  /** Replaces {@code causes.json} of a run directory. */
  public void writeTo(RunDirectory run) throws IOException {
    run.writeAtomically(run.causes(), Json.PRETTY.writeValueAsBytes(this), "the causes");
  }
}
