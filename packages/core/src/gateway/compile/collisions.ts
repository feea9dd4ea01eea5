import { escapePointer } from '../../machine/json/json.ts'
import { shapesOf } from '../routes/path-shape.ts'
import type { CompiledMatch } from './compiled-route.ts'
import type { Placed } from './definition.ts'
import type { Warn } from './warnings.ts'

/** Stands for every method. */
const ANY = '*'

/** The first route that takes each method of one shape. */
type Owners = Map<string, Placed>

/**
 * Warns about conflicts between routes: shared ids, shared requests, requests that bypass a guard, and shared testing
 * headers.
 */
export function warnOfCollisions(placed: readonly Placed[], warn: Warn): void {
  const routes = placed.filter(({ route }) => route.enabled)
  warnOfIds(placed, warn)
  warnOfSharedRequests(routes, warn)
  warnOfFallThrough(routes, warn)
  warnOfTestingHeaders(routes, warn)
}

function warnOfIds(placed: readonly Placed[], warn: Warn): void {
  const seen = new Map<string, string>()
  for (const { route, pointer } of placed) {
    const owner = seen.get(route.id)
    // A duplicate within one API is reported where its list is read.
    if (owner !== undefined && owner !== route.api_ref) warn(pointer, 'route.id.duplicate', route.id)
    seen.set(route.id, owner ?? route.api_ref)
  }
}

/**
 * Warns about routes that would answer the same request: same shape and a common method.
 * The shape is the host, the path without parameter names, whether it is exact, and the required headers and query.
 * Each route is compared with the first of its shape only, so the cost stays linear.
 */
function warnOfSharedRequests(placed: readonly Placed[], warn: Warn): void {
  const shapes = new Map<string, Owners>()
  for (const one of placed) {
    const { frontend } = one.route
    const required = requirements(one)
    const methods = frontend.methods.length === 0 ? [ANY] : frontend.methods
    const met = new Map<Placed, string>()
    let isShadowed = true
    for (const match of frontend.matches) {
      const shape = `${shapeOfMatch(match, frontend.exact)} ${required}`
      const owners: Owners = shapes.get(shape) ?? new Map()
      shapes.set(shape, owners)
      for (const method of methods) {
        const owner = owners.get(method) ?? owners.get(ANY) ?? (method === ANY ? firstOf(owners) : undefined)
        if (owner && owner !== one && !met.has(owner))
          met.set(owner, `${method === ANY ? 'requests to' : method} ${textOf(match)}`)
        if (!owner || (method === ANY && !owners.has(ANY))) isShadowed = false
        if (!owners.has(method)) owners.set(method, one)
      }
    }
    for (const [owner, what] of met)
      warn(`${one.pointer}/frontend`, 'route.collision', owner.route.id, one.route.id, what, isShadowed ? 'all' : '')
  }
}

/** Warns about guarded routes that name methods if an open route at or above their path takes other methods. */
function warnOfFallThrough(placed: readonly Placed[], warn: Warn): void {
  const open = openPlaces(placed)
  if (open.size === 0) return
  for (const one of placed) {
    const { methods, matches } = one.route.frontend
    if (methods.length === 0 || !isGuarded(one)) continue
    for (const match of matches) {
      const found = openAbove(match, open, one)
      const taken = found?.route.frontend.methods ?? []
      const others = taken.filter((method) => !methods.includes(method))
      if (!found || (taken.length > 0 && others.length === 0)) continue
      const what = taken.length === 0 ? 'requests with other methods' : `${others.join(', ')} requests`
      warn(`${one.pointer}/frontend/methods`, 'route.fallthrough', one.route.id, found.route.id, what)
      break
    }
  }
}

/** Maps each place to its first open route, if that route takes everything below the place. */
function openPlaces(placed: readonly Placed[]): ReadonlyMap<string, Placed> {
  const open = new Map<string, Placed>()
  for (const one of placed) {
    const { exact, headers, query, matches } = one.route.frontend
    const isConditional = exact || Object.keys(headers).length > 0 || Object.keys(query).length > 0
    if (isConditional || isGuarded(one)) continue
    for (const match of matches) {
      const place = placeOf(match, shapesOfMatch(match))
      if (!open.has(place)) open.set(place, one)
    }
  }
  return open
}

/**
 * Finds the nearest open route at or above a match. An open route at the same path that names its methods is considered
 * intended.
 */
function openAbove(match: CompiledMatch, open: ReadonlyMap<string, Placed>, { route }: Placed): Placed | undefined {
  const shapes = shapesOfMatch(match)
  for (let length = shapes.length; length >= 0; length--) {
    const found = open.get(placeOf(match, shapes.slice(0, length)))
    const isMeant = length === shapes.length && found !== undefined && found.route.frontend.methods.length > 0
    if (found && !isMeant && found.route.draft === route.draft) return found
  }
  return undefined
}

const GUARD =
  /\.(ApikeyCalls|JwtUserExtractor|HasClientCertMatchingValidator|OIDCJwtVerifier|ExpectedConsumer|IpAddressAllowedList)$/

const isGuarded = ({ route }: Placed): boolean =>
  route.refusal !== undefined ||
  route.plugins.some(({ plugin, enabled, config }) => enabled && GUARD.test(plugin) && config.mandatory !== false)

/** Warns about APIs that share a testing header, since it opens the drafts of both. */
function warnOfTestingHeaders(placed: readonly Placed[], warn: Warn): void {
  const owners = new Map<string, string>()
  const told = new Set<string>()
  for (const { route } of placed) {
    if (!route.testing) continue
    const key = JSON.stringify([route.testing.header.toLowerCase(), route.testing.value])
    const owner = owners.get(key) ?? route.api_ref
    owners.set(key, owner)
    if (owner === route.api_ref || told.has(route.api_ref)) continue
    told.add(route.api_ref)
    warn(`/${escapePointer(route.api_ref)}/testing/headerValue`, 'testing.header.shared', route.api_ref, owner)
  }
}

const firstOf = (owners: Owners): Placed | undefined => owners.values().next().value

const textOf = ({ host, port, context_path, path }: CompiledMatch): string =>
  `${host}${port === undefined ? '' : `:${port}`}${context_path}${path}` || '/'

/** A key of host, port and the first segments of a path. */
const placeOf = ({ host, port }: CompiledMatch, shapes: readonly string[]): string =>
  [`${host}:${port ?? ''}`, ...shapes].join('/')

const shapesOfMatch = ({ context_path, path }: CompiledMatch): string[] => shapesOf(`${context_path}${path}`)

/** A key that is equal for matches of the same requests. A trailing slash counts only if the path is exact. */
const shapeOfMatch = (match: CompiledMatch, exact: boolean): string =>
  `${placeOf(match, shapesOfMatch(match))}${exact && match.path.endsWith('/') ? '/' : ''}`

function requirements({ route: { frontend } }: Placed): string {
  const headers = Object.entries(frontend.headers).map(([name, value]) => [name.toLowerCase(), value])
  return JSON.stringify([frontend.exact, sorted(headers), sorted(Object.entries(frontend.query))])
}

const sorted = (entries: readonly string[][]) => entries.map((entry) => JSON.stringify(entry)).sort()
