import { fitsParts } from '@signalbox/core/gateway'
import { type Plan, plansToChoose, type SiteApi } from '../site.ts'

/** A request by its method and its path below that of the API; the path may have parameters: `/orders/{id}`. */
export interface Requested {
  readonly method: string
  readonly path: string
}

interface Listed {
  readonly method?: string
  readonly path: string
}

/** The members of a plan that say which requests its credentials may send. */
interface Restricting {
  readonly readOnly?: boolean
  readonly restrictions?: {
    readonly enabled?: boolean
    readonly allowLast?: boolean
    readonly allowed?: readonly Listed[]
    readonly forbidden?: readonly Listed[]
    readonly notFound?: readonly Listed[]
  }
}

/** The plans to choose from that let consumers send a request. */
export const coveringPlans = (api: SiteApi, requested: Requested): readonly Plan[] =>
  plansToChoose(api).filter((plan) => covers(plan, requested))

/** Whether the consumers of a plan may send a request. Follows the rules of the gateway for credentials. */
export function covers({ access_mode_configuration: configuration }: Plan, { method, path }: Requested): boolean {
  const { readOnly = false, restrictions = {} } = (configuration ?? {}) as Restricting
  if (readOnly && !['GET', 'HEAD', 'OPTIONS'].includes(method)) return false
  const { enabled = true, allowLast = true, allowed = [], forbidden = [], notFound = [] } = restrictions
  if (!enabled) return true
  const isIn = (rows: readonly Listed[]) =>
    rows.some(({ method: own = '*', path: pattern }) => {
      const upper = own.toUpperCase()
      const isMethod = upper === '*' || upper === method || (upper === 'GET' && method === 'HEAD')
      return isMethod && fitsParts(pattern.split('*'), path)
    })
  if (!allowLast && isIn(allowed)) return true
  if (isIn(notFound) || isIn(forbidden)) return false
  return allowed.length === 0 || (allowLast && isIn(allowed))
}
