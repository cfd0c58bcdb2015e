// SPDX-License-Identifier: Apache-2.0
package catena.fleet.model;

/** What has to hold in each state of the fleet's protocol; docs/fleet-protocol.md has them. */
enum Invariant {
  ORDERS_OF_ONE("No order is taken from a coordinator while another one has the right."),
  GO_ONCE("A phase of the workers gets GO once."),
  RESULT_STAYS("What a phase came to is said once, and nothing replaces it."),
  NO_DOUBT_LOST("No PASS where a share or a coordinator had a doubt."),
  ENGINE_OF_ONE("No engine ends the workers of a run that another coordinator goes on with."),
  PARTS_OF_ONE(
      "Of its own parts, a coordinator does at most one step after another one has the right."),
  ONE_VERDICT("A verdict that is published is replaced by no other."),
  RIGHT_TO_THE_VERDICT("Who coordinates has the right until its verdict or its session's end."),
  ONE_MEMBER("A slot has one member."),
  OVER_IS_OVER("In a phase that has passed, no process begins, and none comes to a doubt."),
  EACH_PART_BEGAN("No PASS where nobody began a part of the phase."),
  ENDS("From each state there is a way to the end without a further fault.");

  private final String sentence;

  Invariant(String sentence) {
    this.sentence = sentence;
  }

  String sentence() {
    return sentence;
  }
}
