import { compile, type GatewayApi } from '@signalbox/core/gateway'
import type { CompiledRoute, CompileWarning } from './compiled.ts'

/** The compiled routes of a published API, and the warnings as all APIs together have them. */
export function compiled(api: object): {
  readonly routes: readonly CompiledRoute[]
  readonly warnings: readonly CompileWarning[]
} {
  const given = { id: 'shop', name: 'Shop', state: 'published', backends: [pool], documentation: open, ...api }
  const { routes, warnings } = compile(given as GatewayApi)
  return { routes, warnings: warnings.map((one) => ({ ...one, pointer: `/${given.id}${one.pointer}` })) }
}

/** A route that forwards to `pool`. */
export const route = (id: string, frontend: object, more: object = {}) => ({ id, backend: 'pool', frontend, ...more })

const pool = { id: 'pool', backend: { targets: [{ hostname: 'pool.example' }] } }
const open = { plans: [{ id: 'open', name: 'Open', status: 'published', access_mode_configuration_type: 'keyless' }] }
