<#-- SPDX-License-Identifier: Apache-2.0 -->
<#-- For how long after its end a ticket still counts (clockskew): everything is on one machine. -->
[libdefaults]
  default_realm = ${realm}
  udp_preference_limit = 1
  dns_lookup_kdc = false
  dns_lookup_realm = false
  clockskew = 60
[realms]
  ${realm} = {
    kdc = 127.0.0.1:${cluster.port(role.kdc, "client")}
  }
