import type { CreateBalancer } from './balancer.ts'

/** The first usable target, in the order in which they are written. */
export const failover: CreateBalancer = () => ({ choose: (usable) => usable[0]! })
