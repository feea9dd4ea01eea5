import type { CompiledBackend, CompiledRoute, GatewayUnit, JsonObject } from '@signalbox/core/gateway'
import { createCatalog, PLUGIN_PREFIX } from '@signalbox/core/gateway'
import { createConsumers } from '../consumers/create-consumers.ts'
import { fakeRoute } from '../pipeline/exchange.fixture.ts'
import { createShared } from './create-shared.ts'
import { pluginCode } from './find-code.ts'
import type { Hooks, PrepareCall, SideCall } from './plugin.ts'

const catalog = createCatalog()
const codeOf = pluginCode()

const noCall: SideCall = () => Promise.reject(new Error('No call is expected'))

const noUrlCall: PrepareCall = () => () => Promise.reject(new Error('No call is expected'))

interface Compiling {
  readonly route?: CompiledRoute
  readonly reported?: unknown[]
  readonly call?: SideCall
  readonly prepareCall?: PrepareCall
  readonly clock?: () => number
  readonly units?: readonly GatewayUnit[]
  readonly backends?: Readonly<Record<string, CompiledBackend>>
}

/** Compiles a plugin of the catalog with its defaults. Throws if the configuration does not fit. */
export function compiled(
  name: string,
  config: JsonObject = {},
  {
    route = fakeRoute(),
    reported = [],
    backends = {},
    call = noCall,
    prepareCall = noUrlCall,
    clock = () => 0,
    units = [],
  }: Compiling = {},
): Hooks {
  const id = `${PLUGIN_PREFIX}${name}`
  const { defaultConfig, check } = catalog.find(id)!
  const whole = { ...defaultConfig, ...config }
  const problems = check(whole)
  if (Object.keys(problems).length > 0) throw new Error(JSON.stringify(problems))
  const slot = { plugin: id, enabled: true, include: [], exclude: [], config: whole, backends }
  return codeOf(id)!.compile(whole, {
    slot,
    route,
    report: (error) => reported.push(error),
    call,
    prepareCall,
    clock,
    consumers: consumersOf(units),
    shared: createShared(),
  })
}

/** The consumers that these units describe. */
export function consumersOf(units: readonly GatewayUnit[]) {
  const consumers = createConsumers()
  for (const unit of units) consumers.apply(unit)
  return consumers
}
