import {
  type CauseId,
  type CompiledRoute,
  compile,
  fitsParts,
  type GatewayApi,
  PLUGIN_PREFIX,
  servedDefinition,
  toRoutePath,
} from '@signalbox/core/gateway'
import type { Operation } from './read-operations.ts'

/** What consumers may know of a route: which requests it takes, and what it asks of them. */
export interface ServedRoute {
  /** In capitals; empty: all. */
  readonly methods: readonly string[]
  /** The path below that of the API, in segments. */
  readonly paths: readonly (readonly Segment[])[]
  readonly exact: boolean
  readonly context: string
  readonly rules: readonly ServedRule[]
}

type Segment = CompiledRoute['frontend']['matches'][number]['segments'][number]

/** What a plugin asks of requests. */
export interface ServedRule {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  /** A limit in words. */
  readonly limit?: string
  /** Whether only some consumers get an answer, by a feature. */
  readonly isPreview?: true
  /** With which causes it refuses requests. */
  readonly causes: readonly CauseId[]
}

/**
 * The routes that an API serves, reduced to what its consumers may know: nothing of backends, flows and their settings. Pure.
 */
export function servedRoutes(api: GatewayApi): readonly ServedRoute[] {
  const { testing: _testing, deployments: _deployments, ...saved } = api
  const { routes } = compile(saved, { live: servedDefinition(api) })
  return routes
    .filter(({ enabled, draft }) => enabled && !draft)
    .map(({ frontend: { methods, exact, matches }, plugins }) => ({
      ...{ methods, exact, context: matches[0]?.context_path ?? '' },
      paths: matches.map(({ segments, context_segments }) => segments.slice(context_segments)),
      rules: plugins.filter(({ enabled }) => enabled).flatMap(ruleOf),
    }))
}

type Slot = CompiledRoute['plugins'][number]

function ruleOf({ plugin, config, include, exclude }: Slot): readonly ServedRule[] {
  const rule = rules[plugin.startsWith(PLUGIN_PREFIX) ? plugin.slice(PLUGIN_PREFIX.length) : '']?.(config)
  return rule ? [{ include, exclude, ...rule }] : []
}

type Rule = Omit<ServedRule, 'include' | 'exclude'>

const credentials = [
  'errors.credentials.missing',
  'errors.credentials.invalid',
  'errors.credentials.expired',
] as const satisfies CauseId[]

/** What plugins require of requests, by the end of their id. Plugins that consumers do not notice are left out. */
const rules: Readonly<Record<string, (config: Slot['config']) => Rule | undefined>> = Object.assign(
  Object.create(null),
  {
    ApikeyCalls: (config) => ({
      causes: [
        ...credentials,
        ...(['errors.credentials.revoked', 'errors.subscription.paused', 'errors.subscription.closed'] as const),
        ...quotaOf(config),
      ],
    }),
    JwtUserExtractor: (config) => ({ causes: [...credentials, ...quotaOf(config)] }),
    OIDCJwtVerifier: (config) => ({ causes: [...credentials, 'errors.scope.insufficient', ...quotaOf(config)] }),
    HasClientCertMatchingValidator: (config) => ({
      causes: ['errors.certificate.missing', 'errors.certificate.forbidden', ...quotaOf(config)],
    }),
    RateLimit: ({ rate, window, by, observe }) =>
      observe === true
        ? undefined
        : {
            limit: `${count(rate, 'request')} in ${Number(window).toLocaleString('en')} s${sharedBy(by)}`,
            causes: ['errors.rate.limit.exceeded'],
          },
    ConcurrencyLimit: ({ max, by }) => ({
      limit: `${count(max, 'request')} at the same time${sharedBy(by)}`,
      causes: ['errors.concurrency.exceeded'],
    }),
    RequestBodySizeLimit: ({ max_bytes }) => ({
      limit: `Bodies of at most ${count(max_bytes, 'byte')}`,
      causes: ['errors.body.too.large'],
    }),
    OpenApiValidator: ({ mode }) =>
      mode === 'report' ? undefined : { causes: ['errors.body.invalid', 'errors.media.type.unsupported'] },
    FeatureGate: () => ({ isPreview: true, causes: [] }),
    IpAddressAllowedList: () => ({ causes: ['errors.address.forbidden'] }),
    IpAddressBlockList: () => ({ causes: ['errors.address.forbidden'] }),
    MaintenanceMode: () => ({ causes: ['errors.service.in.maintenance'] }),
    BuildMode: () => ({ causes: ['errors.service.under.construction'] }),
  } satisfies Record<string, (config: Slot['config']) => Rule | undefined>,
)

const quotaOf = ({ quota }: Slot['config']): readonly CauseId[] =>
  typeof quota === 'object' && quota !== null && Object.keys(quota).length > 0 ? ['errors.quota.exceeded'] : []

const count = (given: unknown, what: string): string => {
  const number = Number(given)
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`
}

const sharedBy = (by: unknown): string =>
  by === 'consumer'
    ? ' for each consumer'
    : by === 'ip'
      ? ' for each address'
      : by === 'route'
        ? ' for all consumers together'
        : ''

/** What the gateway asks of the requests of an operation; `undefined` if no route takes them. */
export interface Served {
  readonly limits: readonly string[]
  readonly isPreview: boolean
  readonly causes: readonly CauseId[]
}

/** What the routes of an API ask of the requests of an operation; `undefined` if none takes them. */
export function servedAs(routes: readonly ServedRoute[], operation: Operation): Served | undefined {
  const path = pathOf(operation)
  if (path === undefined) return undefined
  const { method } = operation
  const takes = ({ methods, paths, exact }: ServedRoute) =>
    (methods.length === 0 || methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))) &&
    paths.some((one) => isTaken(path.segments, one, exact))
  const route = routes.find(takes)
  if (!route) return undefined
  const whole = `${route.context}${path.text}`
  const fits = (pattern: string) => fitsParts(pattern.split('*'), whole)
  const applied = route.rules.filter(
    ({ include, exclude }) => (include.length === 0 || include.some(fits)) && !exclude.some(fits),
  )
  return {
    limits: [...new Set(applied.flatMap(({ limit }) => limit ?? []))],
    isPreview: applied.some(({ isPreview }) => isPreview === true),
    causes: [...new Set([...applied.flatMap(({ causes }) => causes), ...always])],
  }
}

/** What may happen to every request that has a backend. */
const always = [
  'errors.backend.unreachable',
  'errors.backend.unavailable',
  'errors.backend.timeout',
] as const satisfies CauseId[]

/** The path of an operation as a route would have it, in segments; `undefined` if no route can have it. */
function pathOf({ path }: Operation) {
  const route = toRoutePath(path, () => 'path')
  if ('unfit' in route) return undefined
  return { text: route.path, segments: route.path.split('/').filter((one) => one !== '') }
}

/** Whether a path with parameters is one that a route takes, whatever the values are. */
function isTaken(asked: readonly string[], own: readonly Segment[], exact: boolean): boolean {
  for (const [i, segment] of own.entries()) {
    if (segment.kind === 'rest') return asked.length > i
    const one = asked[i]
    if (one === undefined || !fitsSegment(one, segment)) return false
  }
  return !exact || asked.length === own.length
}

const isParameter = (one: string): boolean => one.startsWith(':') || one === '*' || /^\$\w+</.test(one)

function fitsSegment(one: string, segment: Segment): boolean {
  if (segment.kind === 'text') return !isParameter(one) && canonical(one) === canonical(segment.text)
  if (segment.kind === 'mixed')
    return one.replace(/\{\w+\}/g, '{}') === segment.parts.map((part) => ('text' in part ? part.text : '{}')).join('')
  return true
}

const canonical = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
