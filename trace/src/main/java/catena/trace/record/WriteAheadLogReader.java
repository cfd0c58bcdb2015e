// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.accumulo.core.data.ColumnUpdate;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.spi.crypto.NoCryptoServiceFactory;
import org.apache.accumulo.tserver.log.DfsLogger;
import org.apache.accumulo.tserver.logger.LogEvents;
import org.apache.accumulo.tserver.logger.LogFileKey;
import org.apache.accumulo.tserver.logger.LogFileValue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/**
 * A program that searches write-ahead logs for rows of a table.
 *
 * <p>Accumulo has no public reader of its logs, and the classes that know their layout belong to
 * the tserver. So this one class uses them, in a separate process that has the servers' jars on its
 * class path, which no other part of Catena loads.
 *
 * <p>Input, a line each: {@code T <table id>}, {@code R <row>}, {@code L <path of a log>}. Output,
 * fields separated by tabs: {@code E <row> <log>} an entry, {@code D <row> <log> <timestamp>} a
 * delete marker, {@code X <log> <reason>} a log that could not be read, {@code . <log>} one that
 * was.
 */
record WriteAheadLogReader(String tableId, Set<String> rows, PrintStream out) {
  /** Reads the question, searches, and prints the answer. */
  public static void main(String[] args) throws IOException {
    String table = "";
    Set<String> rows = new HashSet<>();
    List<String> logs = new ArrayList<>();
    String question = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    for (String line : question.lines().toList()) {
      String rest = line.substring(2);
      switch (line.charAt(0)) {
        case 'T' -> table = rest;
        case 'R' -> rows.add(rest);
        default -> logs.add(rest);
      }
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    WriteAheadLogReader reader = new WriteAheadLogReader(table, rows, out);
    logs.forEach(reader::log);
  }

  private void log(String log) {
    Path path = new Path(log);
    try (FSDataInputStream file = path.getFileSystem(new Configuration()).open(path);
        DataInputStream in = DfsLogger.getDecryptingStream(file, NoCryptoServiceFactory.NONE)) {
      events(log, in);
      out.println(".\t" + log);
    } catch (IOException | DfsLogger.LogHeaderIncompleteException | RuntimeException e) {
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      out.println("X\t" + log + "\t" + why.lines().findFirst().orElse(""));
    }
  }

  private void events(String log, DataInputStream in) throws IOException {
    Map<Integer, String> tables = new HashMap<>();
    LogFileKey key = new LogFileKey();
    LogFileValue value = new LogFileValue();
    while (true) {
      try {
        key.readFields(in);
        value.readFields(in);
      } catch (EOFException e) {
        return; // A log that is being written, or whose writer died, has no other end.
      }
      if (key.getEvent() == LogEvents.DEFINE_TABLET) {
        tables.put(key.getTabletId(), key.getTablet().tableId().canonical());
      } else if (tableId.equals(tables.get(key.getTabletId()))) {
        value.getMutations().forEach(mutation -> mutation(log, mutation));
      }
    }
  }

  private void mutation(String log, Mutation mutation) {
    String row = new String(mutation.getRow(), StandardCharsets.UTF_8);
    if (rows.contains(row)) {
      for (ColumnUpdate update : mutation.getUpdates()) {
        out.println(
            update.isDeleted()
                ? "D\t" + row + "\t" + log + "\t" + update.getTimestamp()
                : "E\t" + row + "\t" + log);
      }
    }
  }
}
