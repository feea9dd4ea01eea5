import { type Findings, isGiven, isJson, type Json, listOf, textsOf } from './findings.ts'
import { translateTarget } from './upstream.ts'

/** Adds a backend to the API, and returns its id, which begins with `name`. */
export type AddBackend = (name: string, settings: Json) => string

/** Translates a canary, whose targets become a backend of the API. */
export function canaryConfig(config: Json, findings: Findings, add: AddBackend): Json {
  const { traffic = 0.2, targets, root = '/' } = config
  findings.note('CanaryMode: its targets are the backend canary of the API, which uses the default client settings')
  const translated = listOf(targets).map((target) => translateTarget(target, 'CanaryMode', findings))
  return { backend: add('canary', { targets: translated, root }), percent: Number(traffic) * 100, sticky: true }
}

/** Translates a mirror, whose address becomes a backend of the API. `undefined`: nothing is mirrored. */
export function mirrorConfig(config: Json, { note }: Findings, add: AddBackend): Json | undefined {
  const { to, enabled = true } = config
  if (enabled === false || typeof to !== 'string' || !URL.canParse(to)) {
    note('NgTrafficMirroring is disabled or has no address, and is left out')
    return undefined
  }
  const { protocol, hostname, port } = new URL(to)
  const target = { hostname: hostname.replace(/^\[|\]$/g, ''), tls: protocol === 'https:' }
  const lost = ['headers', 'capture_response', 'generate_events'].filter((name) => isSet(config[name]))
  if (lost.length > 0) note(`NgTrafficMirroring: ${lost.join(', ')} is left out`)
  return { backend: add('mirror', { targets: [{ ...target, ...(port !== '' && { port: Number(port) }) }] }) }
}

const isSet = (value: unknown): boolean => value !== false && isGiven(value)

/** Translates a cache. It keeps the responses of each consumer apart, which that of Otoroshi does not. */
export function cacheConfig(config: Json, { note }: Findings): Json {
  const filter = isJson(config.filter) ? config.filter : {}
  const { ttl = 3_600_000, maxSize } = config
  const methods = textsOf(filter.methods).filter((method) => method === 'GET' || method === 'HEAD')
  const statuses = Array.isArray(filter.statuses) ? filter.statuses : []
  const lost = ['paths', 'notPaths', 'notStatuses', 'notMethods'].filter(
    (name) => isGiven(filter[name]) && String(filter[name]) !== '/.*',
  )
  if (lost.length > 0) note(`NgResponseCache: ${lost.join(', ')} is left out: use include and exclude of the slot`)
  if (isGiven(maxSize)) note('NgResponseCache: maxSize is left out; the memory for all responses is limited')
  note('NgResponseCache: responses are kept for each consumer, unless public is set')
  return {
    ttl: Math.ceil(Number(ttl) / 1000),
    methods: methods.length > 0 ? methods : ['GET'],
    ...(statuses.length > 0 && { statuses }),
  }
}
