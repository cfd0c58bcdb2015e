// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import catena.agitator.fault.Cut;
import catena.agitator.fault.Fault;
import catena.agitator.fault.InjectedFault;
import catena.agitator.fault.JvmFault;
import catena.agitator.fault.OneByOne;
import catena.agitator.fault.Power;
import catena.agitator.fault.TableFault;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The list of all faults, family by family. */
public final class Faults {
  /** All there are. */
  static final List<Fault> ALL =
      Stream.of(OneByOne.ALL, List.of(new Power(), new JvmFault(), new Cut()), TableFault.ALL)
          .<Fault>flatMap(List::stream)
          .toList();

  private Faults() {}

  /** The fault with a word, if there is one. */
  public static Optional<Fault> of(String word) {
    return ALL.stream().filter(fault -> fault.word().equals(word)).findFirst();
  }

  /** The fault that was injected. */
  public static Fault of(InjectedFault injected) {
    return of(injected.fault())
        .orElseThrow(() -> new IllegalArgumentException("there is no fault " + injected.fault()));
  }

  /** All the words, for messages. */
  static String words() {
    return ALL.stream().map(Fault::word).collect(Collectors.joining(", "));
  }
}
