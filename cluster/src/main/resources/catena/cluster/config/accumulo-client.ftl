<#-- SPDX-License-Identifier: Apache-2.0 -->
<#-- Of Accumulo's clients. -->
instance.name=${cluster.instance()}
instance.zookeepers=${cluster.address(role.zookeeper, "client")}
instance.zookeepers.timeout=${spec.zookeeperTimeout().toMillis()}ms
<#if kerberos>
auth.type=kerberos
auth.principal=${user}
auth.token=${files.userKeytab()}
sasl.enabled=true
sasl.kerberos.server.primary=accumulo
java.security.krb5.conf=${files.krb5Conf()}
<#else>
auth.type=password
auth.principal=root
auth.token=${cluster.password()}
</#if>
<#if tls>
ssl.enabled=true
ssl.truststore.path=${files.trustStore()}
ssl.truststore.password=${cluster.secret()}
ssl.truststore.type=PKCS12
</#if>
<#if network>
<#-- Accumulo's clients take it, though it is no documented property of theirs. -->
general.rpc.timeout=30s
</#if>
