// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.EntryEncoder;
import catena.records.threads.Threads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.AccumuloSecurityException;
import org.apache.accumulo.core.client.TableNotFoundException;

/** Imports one writer's entries into a table as files. */
public interface BulkLoader {
  /** What became of an import that its writer no longer waits for. */
  enum End {
    /** Its files were never taken, and now cannot be: nothing of it is in the table. */
    NOTHING("its files were not taken and are removed: nothing of it is in the table"),
    /** All of its files were taken: it is in the table, if an import is all or nothing. */
    TAKEN("all of its files had been taken: it should be in the table, though that was not said"),
    /** It is under way still. */
    UNDER_WAY("it is under way still, and may be in the table or not");

    private final String words;

    End(String words) {
      this.words = words;
    }

    /** For users, after a colon. */
    public String words() {
      return words;
    }
  }

  /** One import: first {@link #add}, then {@link #seal}, then {@link #run}. */
  interface Load {
    /**
     * Adds an entry.
     *
     * @param entry whose row sorts after all rows before
     */
    void add(EntryEncoder entry) throws IOException;

    /** Ends the files; before this nothing can be imported. */
    void seal() throws IOException;

    /** Imports the files; returns once the table has taken all of them. */
    void run()
        throws AccumuloException, AccumuloSecurityException, TableNotFoundException, IOException;

    /**
     * Takes the files away, so that an import that has not begun cannot begin any more, and finds
     * out what became of it.
     *
     * @param limit how long to wait for one that is under way
     */
    End revoke(Duration limit) throws IOException, InterruptedException;

    /** Removes what an import that succeeded has left. */
    void clean() throws IOException;
  }

  /** Makes the thread of each import. */
  default ThreadFactory threads() {
    return Threads.daemons("bulk-import");
  }

  /** A new import without entries. */
  Load begin()
      throws IOException, AccumuloException, AccumuloSecurityException, TableNotFoundException;

  /**
   * Takes away what a process that died left of this writer's imports.
   *
   * @param limit how long to wait for those that are under way
   * @return what became of each, one sentence each
   */
  List<String> leftovers(Duration limit) throws IOException, InterruptedException;
}
