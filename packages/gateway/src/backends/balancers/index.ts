import type { CreateBalancer } from './balancer.ts'
import { failover } from './failover.ts'

/** The balancing algorithms, by the type in `load_balancing`. */
export const balancers: Readonly<Record<string, CreateBalancer>> = {
  Failover: failover,
}
