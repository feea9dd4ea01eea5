import type { CompiledBackend } from '@signalbox/core/gateway'
import type { Target } from './target.ts'

/** In `exchange.state`: the `Host` header is `hostOf` the target that is called, which is not chosen yet. */
export const overrideHost = Symbol('overrideHost')

/** The value of `Host` for a target: its host name, with the port unless it is the default of the scheme. */
export function hostOf({ hostname, port, tls = false }: Pick<Target, 'hostname' | 'port' | 'tls'>): string {
  const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname
  return port === undefined || port === (tls ? 443 : 80) ? host : `${host}:${port}`
}

/** The host of all targets of a backend; `undefined` if they have several. */
export function commonHost(backend: CompiledBackend): string | undefined {
  if (known.has(backend)) return known.get(backend)
  const [host, ...more] = new Set(backend.targets.map(hostOf))
  const common = more.length === 0 ? host : undefined
  known.set(backend, common)
  return common
}

/** A backend is compiled once for all requests. */
const known = new WeakMap<CompiledBackend, string | undefined>()
