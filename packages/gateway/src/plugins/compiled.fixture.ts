import {
  type CompiledBackend,
  type CompiledRoute,
  type CompiledSlot,
  createCatalog,
  type GatewayUnit,
  type JsonObject,
  PLUGIN_PREFIX,
  type Random,
} from '@signalbox/core/gateway'
import type { Consumers } from '../credentials/consumers.ts'
import { createConsumers } from '../credentials/create-consumers.ts'
import type { OpenApiDocument } from '../documents/document.ts'
import type { GatewayEngines } from '../engines/engines.ts'
import type { Experiments } from '../experiments/experiments.ts'
import type { GatewayLimits } from '../limits/limits.ts'
import { localLimits } from '../limits/local-limits.ts'
import { fakeExchange, fakeHead, fakeRoute } from '../pipeline/exchange.fixture.ts'
import type { Hooks, Verdict } from '../plugin-api/hooks.ts'
import type { SlotContext } from '../plugin-api/plugin.ts'
import type { PrepareCall, SideCall } from '../plugin-api/side-call.ts'
import { createShared } from './create-shared.ts'
import { pluginCode } from './find-code.ts'

const catalog = createCatalog()
const codeOf = pluginCode()

const noCall: SideCall = () => Promise.reject(new Error('No call is expected'))

const noUrlCall: PrepareCall = () => () => Promise.reject(new Error('No call is expected'))

interface Compiling {
  readonly route?: CompiledRoute
  /** The slot as the route has it. */
  readonly slot?: CompiledSlot
  readonly reported?: unknown[]
  readonly call?: SideCall
  readonly prepareCall?: PrepareCall
  readonly clock?: () => number
  readonly units?: readonly GatewayUnit[]
  readonly limits?: GatewayLimits
  /** Milliseconds that only grow. */
  readonly elapsed?: () => number
  /** @default the ones that the units describe */
  readonly consumers?: Consumers
  readonly backends?: Readonly<Record<string, CompiledBackend>>
  readonly engines?: GatewayEngines
  readonly document?: OpenApiDocument
  readonly experiments?: Experiments
}

/** Where a plugin is used, with ports of tests. */
export function contextOf({
  route = fakeRoute(),
  slot = { plugin: 'test', enabled: true, include: [], exclude: [], config: {} },
  reported = [],
  call = noCall,
  prepareCall = noUrlCall,
  clock = () => 0,
  elapsed = clock,
  limits = localLimits(),
  units = [],
  consumers = consumersOf(units),
  engines = {},
  document,
  experiments,
}: Compiling = {}): SlotContext {
  const random: Random = (bytes) => new Uint8Array(bytes).fill(128)
  const report = (error: unknown) => void reported.push(error)
  return {
    slot,
    route,
    report,
    call,
    prepareCall,
    clock,
    consumers,
    limits: limits.open({ zone: 'UTC', clock, elapsed, random, report }),
    random,
    document,
    engines,
    experiments,
    shared: createShared(),
  }
}

/** Compiles a plugin of the catalog with its defaults. Throws if the configuration does not fit. */
export function compiled(name: string, config: JsonObject = {}, options: Compiling = {}): Hooks {
  const id = `${PLUGIN_PREFIX}${name}`
  const { defaultConfig, check } = catalog.find(id)!
  const whole = { ...defaultConfig, ...config }
  const problems = check(whole)
  if (Object.keys(problems).length > 0) throw new Error(JSON.stringify(problems))
  const { backends = {} } = options
  const slot = options.slot ?? { plugin: id, enabled: true, include: [], exclude: [], config: whole, backends }
  return codeOf(id)!.compile(whole, contextOf({ ...options, slot }))
}

/** The consumers that these units describe. */
export function consumersOf(units: readonly GatewayUnit[]) {
  const consumers = createConsumers({ random: (bytes) => new Uint8Array(bytes) })
  for (const unit of units) consumers.apply(unit)
  return consumers
}

/** A request of a test. */
export type Request = Parameters<typeof fakeExchange>[0]

/** What a plugin of the catalog decides about a request at once. */
export const asked = (name: string, config: JsonObject, request: Request = {}) =>
  compiled(name, config).request!(fakeExchange(request)) as Verdict

/** The headers of a response after a plugin of the catalog. */
export function responded(name: string, config: JsonObject, headers: readonly string[], request: Request = {}) {
  const head = fakeHead(headers)
  compiled(name, config).response?.(fakeExchange(request), head)
  return head.headers.list
}
