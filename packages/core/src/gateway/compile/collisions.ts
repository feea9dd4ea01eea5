import type { Placed } from './definition.ts'
import type { Warn } from './warn.ts'

/** Stands for every method. */
const ANY = '*'

/** Who takes which method of one shape: the first route that does. */
type Owners = Map<string, Placed>

/**
 * Warns of routes that would answer the same request (decisions 8.8): of the same shape, which is the domain, the path with
 * the names of its parameters left out, whether it is exact, and the required headers and query, and with a method in
 * common. A route is held against the first that has its shape, never against all others.
 */
export function warnOfCollisions(placed: readonly Placed[], warn: Warn): void {
  const shapes = new Map<string, Owners>()
  for (const one of placed) {
    if (!one.route.enabled) continue
    const required = requirements(one)
    const methods = one.route.frontend.methods.length === 0 ? [ANY] : one.route.frontend.methods
    const met = new Map<Placed, string>()
    let isShadowed = true
    for (const domain of one.route.frontend.domains) {
      const shape = `${shapeOf(domain)} ${required}`
      const owners: Owners = shapes.get(shape) ?? new Map()
      shapes.set(shape, owners)
      for (const method of methods) {
        const owner = owners.get(method) ?? owners.get(ANY) ?? (method === ANY ? firstOf(owners) : undefined)
        if (owner && owner !== one && !met.has(owner))
          met.set(owner, `${method === ANY ? 'requests to' : method} ${domain}`)
        if (!owner || (method === ANY && !owners.has(ANY))) isShadowed = false
        if (!owners.has(method)) owners.set(method, one)
      }
    }
    for (const [owner, what] of met) warn(`${one.pointer}/frontend`, sentence({ one, owner, what, isShadowed }))
  }
}

function sentence({ one, owner, what, isShadowed }: { one: Placed; owner: Placed; what: string; isShadowed: boolean }) {
  const both = `The routes ${owner.route.id} and ${one.route.id} would both answer ${what}`
  return isShadowed ? `${both}; nothing is left for ${one.route.id}` : both
}

const firstOf = (owners: Owners): Placed | undefined => owners.values().next().value

const PARAMETER = /^:[^/]+$/

/** What tells the requests of a domain with a path from others. Hosts have no case; what a parameter is called does not matter; neither does a slash at the end. */
export function shapeOf(domain: string): string {
  const [host = '', ...segments] = domain.split('/')
  const path = segments
    .filter((segment) => segment !== '')
    .map((segment) => (PARAMETER.test(segment) ? ':' : segment.replace(/\{\w+\}/g, '{}')))
  return [host.toLowerCase(), ...path].join('/')
}

function requirements({ route: { frontend } }: Placed): string {
  const headers = Object.entries(frontend.headers).map(([name, value]) => [name.toLowerCase(), value])
  return JSON.stringify([frontend.exact, sorted(headers), sorted(Object.entries(frontend.query))])
}

const sorted = (entries: readonly string[][]) => entries.map((entry) => JSON.stringify(entry)).sort()
