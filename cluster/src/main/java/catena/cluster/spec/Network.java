// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.harness.instance.ServerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The plan of a cluster's own network: which hosts it has, what they are called and where they are.
 *
 * <p>Each host but the base is a network namespace, joined by a pair of virtual links to one more
 * namespace, the router, through which every packet between two hosts goes. So each cut is one rule
 * of the router, in one direction, and the machine's own rules stay as they are.
 *
 * @param name distinguishes this network's namespaces and links from all others on the machine
 * @param subnet which of the 512 networks of 256 addresses in 198.18.0.0/15, which is set aside for
 *     tests of this kind (RFC 2544) and so is hardly ever in use
 * @param workers how many hosts there are for tservers and DataNodes
 * @param namenode whether there is a host for the NameNode
 */
public record Network(String name, int subnet, int workers, boolean namenode) {
  /** How many clusters with hosts a machine can carry. */
  public static final int SUBNETS = 512;

  /** How many hosts a cluster can have in addition to those of its services. */
  public static final int MOST_WORKERS = 32;

  /** The machine itself, where clients run. */
  public static final String BASE = "base";

  private static final String WORKER = "host-";
  private static final List<String> CENTRES = List.of("zookeeper", "namenode", "manager");
  private static final int FIRST_WORKER = 11;
  private static final int BASE_ADDRESS = 254;

  /** Every host, the base first. */
  public List<String> hosts() {
    List<String> hosts = new ArrayList<>(List.of(BASE));
    hosts.addAll(CENTRES);
    IntStream.rangeClosed(1, workers).forEach(n -> hosts.add(WORKER + n));
    if (!namenode) {
      hosts.remove("namenode");
    }
    return hosts;
  }

  /** The hosts that are namespaces: all but the base. */
  public List<String> walled() {
    return hosts().subList(1, hosts().size());
  }

  /** The host of a server: base for KDC and YARN, whose containers resolve the machine's name. */
  public String hostOf(ServerId id) {
    return switch (id.role()) {
      case ZOOKEEPER -> "zookeeper";
      case NAMENODE -> "namenode";
      case GC, MONITOR, COORDINATOR -> "manager";
      case MANAGER -> id.number() == 1 ? "manager" : worker(id.number() - 1);
      case TSERVER, DATANODE, SSERVER, COMPACTOR -> worker(id.number());
      case KDC, RESOURCEMANAGER, NODEMANAGER -> BASE;
    };
  }

  /** The host of the workers with this number, which may be larger than the number of hosts. */
  public String worker(int number) {
    return WORKER + ((number - 1) % workers + 1);
  }

  /** The namespace of a host, if it is one. */
  public Optional<String> namespaceOf(String host) {
    return host.equals(BASE) ? Optional.empty() : Optional.of(name + "-" + host);
  }

  /** The namespace that every packet goes through. */
  public String router() {
    return name + "-router";
  }

  /** The machine's own link into the network; the kernel allows 15 characters. */
  public String baseLink() {
    return name;
  }

  /** The address of a host. */
  public String address(String host) {
    return prefix() + "." + number(host);
  }

  /** The router's address, the same on each of its links. */
  public String gateway() {
    return prefix() + ".1";
  }

  /** All addresses of the network, as routes are written. */
  public String range() {
    return prefix() + ".0/24";
  }

  /** The host that has an address, if one has. */
  public Optional<String> hostAt(String address) {
    return hosts().stream().filter(host -> address(host).equals(address)).findFirst();
  }

  private String prefix() {
    return "198." + (18 + subnet / 256) + "." + subnet % 256;
  }

  private static int number(String host) {
    if (host.equals(BASE)) {
      return BASE_ADDRESS;
    }
    int centre = CENTRES.indexOf(host);
    return centre >= 0
        ? 2 + centre
        : FIRST_WORKER - 1 + Integer.parseInt(host.substring(WORKER.length()));
  }

  /**
   * The first network, from a number on, that none of the machine's routes or addresses touches.
   */
  public static OptionalInt unused(int from, String routesAndAddresses) {
    return IntStream.range(0, SUBNETS)
        .map(n -> (from + n) % SUBNETS)
        .filter(n -> !routesAndAddresses.contains(new Network("", n, 0, false).prefix() + "."))
        .findFirst();
  }
}
