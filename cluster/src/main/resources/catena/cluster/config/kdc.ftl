<#-- SPDX-License-Identifier: Apache-2.0 -->
<#-- What the KDC is told: it writes the keytabs with these principals. -->
realm=${realm}
address=127.0.0.1
port=${cluster.port(role.kdc, "client")}
secret=${cluster.secret()}
<#-- Seconds, few on purpose: a run that is longer shows that every server and client renews its ticket. -->
lifetime=300
work=${files.temporary()}
keytab.${files.serversKeytab()}=<#list ["accumulo", "hdfs", "HTTP", "yarn"] as server>${server}/${host}@${realm}<#sep>,</#list>
keytab.${files.userKeytab()}=${user}
