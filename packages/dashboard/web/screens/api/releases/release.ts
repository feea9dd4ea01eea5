import { flowPlace, routesOf, withFlow, withOwnFlow } from '../flows/flow-list.ts'
import { pluginId, type Route, type Slot, slotsOf, withSlots } from '../flows/slot.ts'
import type { GatewayApi } from '../served/gateway-api.ts'

/** The plugins by which features and experiments decide about requests. */
const kinds = {
  [pluginId('FeatureGate')]: 'gate',
  [pluginId('ExperimentSplit')]: 'split',
  [pluginId('ExperimentGoal')]: 'goal',
} as const

/** How a feature or an experiment decides about the requests of a route. */
export interface Release {
  readonly kind: 'gate' | 'split' | 'goal'
  /** Its place in the flow of the route. */
  readonly at: number
  readonly slot: Slot
}

/** How features and experiments decide about the requests of a route. */
export function releasesOf(api: GatewayApi, route: Route): readonly Release[] {
  const place = flowPlace(api, route.flow_ref)
  if (place === undefined) return []
  return slotsOf(api.flows![place]!).flatMap((slot, at) => {
    const kind = Object.hasOwn(kinds, slot.plugin) ? kinds[slot.plugin] : undefined
    return kind ? [{ kind, at, slot }] : []
  })
}

/** The other routes that take the flow of a route. */
export function sharedWith(api: GatewayApi, route: Route): readonly Route[] {
  const place = flowPlace(api, route.flow_ref)
  return place === undefined ? [] : routesOf(api, place).filter(({ id }) => id !== route.id)
}

/** Which routes a change is for: all that take the flow, or the one route, which gets a flow of its own. */
export type Reach = 'all' | 'one'

/** An API in which the plugins of the flow of a route are changed. Routes without a flow get one of their own. */
export function withChange(
  api: GatewayApi,
  { route, reach }: { readonly route: Route; readonly reach: Reach },
  change: (slots: readonly Slot[]) => readonly Slot[],
): GatewayApi {
  const place = flowPlace(api, route.flow_ref)
  if (place === undefined || (reach === 'one' && sharedWith(api, route).length > 0))
    return withOwnFlow(api, route.id, change)
  const flow = api.flows![place]!
  return withFlow(api, place, withSlots(flow, change(slotsOf(flow))))
}

/** Where the id of a client is read from. */
export interface Client {
  readonly from: 'header' | 'cookie' | 'query' | 'consumer' | 'ip'
  readonly name?: string
}

/** Where the ids of clients can be read from, in words. `named`: what the name is of. */
export const clientSources = [
  { from: 'cookie', label: 'A cookie', named: 'Cookie name' },
  { from: 'header', label: 'A header', named: 'Header name' },
  { from: 'query', label: 'A query parameter', named: 'Parameter name' },
  { from: 'consumer', label: 'The consumer of a plan' },
  { from: 'ip', label: 'The address' },
] as const satisfies readonly { from: Client['from']; label: string; named?: string }[]

/** For whom something is decided, in words: `the client in the cookie visitor`. */
export function clientWords({ from, name = '' }: Client): string {
  if (from === 'consumer') return 'the consumer'
  if (from === 'ip') return 'the address'
  return `the client in the ${from === 'query' ? 'parameter' : from} ${name}`.trim()
}

/** The slot of a gate. */
export const gateSlot = (config: {
  readonly feature: string
  readonly status: number
  readonly negate: boolean
  readonly client: Client | undefined
}): Slot => slotOf('FeatureGate', { ...config, status: other(config.status, 404), negate: other(config.negate, false) })

/** The slot of a split. */
export const splitSlot = (config: {
  readonly experiment: string
  readonly backends: Readonly<Record<string, string>>
  readonly displayed: boolean
  readonly client: Client | undefined
}): Slot => slotOf('ExperimentSplit', { ...config, displayed: other(config.displayed, false) })

/** A value that differs from the default. */
const other = <T>(value: T, byDefault: T): T | undefined => (value === byDefault ? undefined : value)

const slotOf = (name: string, config: object): Slot => ({
  plugin: pluginId(name),
  enabled: true,
  config: Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined)),
})

/** The variants of an experiment that have no backend: their clients get that of the route. */
export const withoutBackend = (
  variants: readonly { readonly id: string }[],
  backends: Readonly<Record<string, unknown>> = {},
): readonly string[] => variants.map(({ id }) => id).filter((id) => !Object.hasOwn(backends, id) || backends[id] === '')
