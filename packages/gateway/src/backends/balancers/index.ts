import type { BalancerPorts, BalancerSettings, CreateBalancer } from './balancer.ts'
import { bestResponseTime, weightedBestResponseTime } from './best-response-time.ts'
import { failover } from './failover.ts'
import { cookieHash, headerHash, ipAddressHash, queryHash } from './hash.ts'
import { leastConnections, powerOfTwoRandomChoices } from './least-connections.ts'
import { random } from './random.ts'
import { roundRobin } from './round-robin.ts'
import { sticky } from './sticky.ts'

/** The balancing algorithms, by the type in `load_balancing`. */
export const balancers = {
  RoundRobin: roundRobin,
  Random: random,
  Sticky: sticky,
  IpAddressHash: ipAddressHash,
  HeaderHash: headerHash,
  CookieHash: cookieHash,
  QueryHash: queryHash,
  LeastConnections: leastConnections,
  PowerOfTwoRandomChoices: powerOfTwoRandomChoices,
  BestResponseTime: bestResponseTime,
  WeightedBestResponseTime: weightedBestResponseTime,
  Failover: failover,
} satisfies Record<string, CreateBalancer>

/** Creates the balancer that settings name. Unknown types take turns. */
export function createBalancer(settings: BalancerSettings, ports: BalancerPorts) {
  const { type = '' } = settings
  const create = Object.hasOwn(balancers, type) ? balancers[type as keyof typeof balancers] : roundRobin
  return create(settings, ports)
}
