// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.activity.CheckForm.Nature;
import catena.harness.activity.CheckForm.Way;
import catena.harness.activity.Description.Trait;
import catena.records.budget.Measure;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DescriptionTest {
  private static final Setting<Integer> CLIENTS =
      Setting.ofInt("look.clients", 1, 1, 9, "how many");
  private static final Setting<String> AUTHS = Setting.ofString("look.auths", "a", "with what");

  private static Description base() {
    return Description.of("look", "look at it", List.of(CLIENTS, AUTHS));
  }

  @Test
  void aPlainDescriptionIsThatOfAnActivityThatOnlyWatches() {
    Description plain = base();
    assertThat(plain.name()).isEqualTo("look");
    assertThat(plain.about()).isEqualTo("look at it");
    assertThat(plain.settings()).isEqualTo(List.of(CLIENTS, AUTHS));
    assertThat(plain.effect()).isEqualTo(Effect.WATCHES);
    assertThat(plain.clients()).isEmpty();
    assertThat(plain.instead()).isEmpty();
    assertThat(plain.rated()).isEmpty();
    assertThat(plain.checks()).isEmpty();
    assertThat(plain.examples()).isEmpty();
    assertThat(plain.authorizations(PartRig.settings(new Plain(plain)))).isEmpty();
    assertThat(plain.inPlaceOf()).containsExactly("look");
    assertThat(plain.journal()).isEqualTo("look");
    assertThat(Trait.values()).noneMatch(plain::is);
    assertThat(plain.options().layers()).isEmpty();
    assertThat(plain.options().runs()).isEmpty();
    assertThat(plain.options().directory()).isEmpty();
  }

  @Test
  void allThatIsDescribedIsReturned() {
    CommandOptions options = new CommandOptions();
    Rated rated = new Rated("looks", Measure.FLUSH_P99, 100);
    CheckForm form =
        CheckForm.of("look", Way.READING, Map.of("look.clients", "2"), Nature.ANNOUNCED);
    Description all =
        base()
            .examples("bin/catena look", "bin/catena look -o look.clients=2")
            .effect(Effect.READS)
            .traits(Trait.BESIDE_OTHERS)
            .options(() -> options)
            .sharing(CLIENTS)
            .phaseOnly("look yourself")
            .rated(rated)
            .checks(form)
            .authorizations(own -> own.get(AUTHS))
            .inPlaceOf("stats", "watch")
            .journal("looks");
    assertThat(all.examples())
        .containsExactly("bin/catena look", "bin/catena look -o look.clients=2");
    assertThat(all.effect()).isEqualTo(Effect.READS);
    assertThat(all.is(Trait.BESIDE_OTHERS)).isTrue();
    assertThat(all.is(Trait.DELETES_TABLE)).isFalse();
    assertThat(all.options()).isSameAs(options);
    assertThat(all.clients()).contains(CLIENTS);
    assertThat(all.instead()).contains("look yourself");
    assertThat(all.rated()).contains(rated);
    assertThat(all.checks()).containsExactly(form);
    assertThat(all.authorizations(PartRig.settings(new Plain(all), "look.auths", "x,y")))
        .isEqualTo("x,y");
    assertThat(all.inPlaceOf()).containsExactly("stats", "watch");
    assertThat(all.journal()).isEqualTo("looks");
  }

  @Test
  void aCheckIsOfTheNaturesThatItWasGiven() {
    CheckForm form = CheckForm.of("exact", Way.EXACT, Map.of("a", "b"), Nature.FOLLOWS);
    assertThat(form.is(Nature.FOLLOWS)).isTrue();
    assertThat(form.is(Nature.OFFLINE)).isFalse();
    assertThat(form.settings()).isEqualTo(Map.of("a", "b"));
  }

  @Test
  void whatWritesOrHitsChangesWhatWasVerified() {
    assertThat(Effect.values())
        .filteredOn(Effect::changes)
        .containsExactly(Effect.WRITES, Effect.HITS);
  }

  @Test
  void whatAnActivityDoesNotSayOfItselfIsTheUsual() throws Exception {
    Activity plain = new Plain(base());
    assertThat(plain.name()).isEqualTo("look");
    assertThat(plain.settings()).isEqualTo(List.of(CLIENTS, AUTHS));
    assertThat(plain.scope(PartRig.settings(plain))).isEqualTo(new Scope("", List.of(), true));
    Work work = run -> null;
    assertThat(work.wouldDo()).isEmpty();
    assertThat(work.isFile()).isFalse();
    assertThat(work.isApart()).isFalse();
    assertThat(work.settled()).isEmpty();
    Companion companion = () -> "beside";
    assertThat(companion.settings()).isEmpty();
    assertThat(companion.attendsAlways()).isFalse();
    assertThat(companion.attend(null, null).outcome().facts()).isEmpty();
    assertThat(companion.after(null, null).facts()).isEmpty();
  }

  /** An activity of which only the description is asked. */
  private record Plain(Description description) implements Activity {
    @Override
    public Work prepare(PartEnvironment site, Settings own) {
      throw new AssertionError("it is not performed");
    }
  }
}
