import type { CompiledBackend, CompiledRoute, Random, Report } from '@signalbox/core/gateway'
import type { BackendState } from './backend-state.ts'
import { createBackendState } from './backend-state.ts'
import type { Target } from './target.ts'
import type { TargetState } from './target-state.ts'
import { createTargetState } from './target-state.ts'
import { uniform } from './uniform.ts'

/** Calls a target to check its health. Resolves with the status of its response; rejects if there is none. */
export type Probe = (backend: CompiledBackend, target: Target, path: string, signal: AbortSignal) => Promise<number>

/** The backends that a gateway knows. */
export interface Backends {
  /** The state of a backend. */
  of(backend: CompiledBackend): BackendState
  /** A route begins to use the backends that it names. Until it is released, its targets are checked. */
  retain(route: CompiledRoute): void
  release(route: CompiledRoute): void
  /** Replaces how health checks call targets. The last transport wins. */
  useProbe(probe: Probe): void
  /** Calls a listener with each backend that no route uses any more. Returns a function that ends this. */
  onGone(listener: (backend: CompiledBackend) => void): () => void
  /** Stops checking. */
  close(): void
}

/** What backends need. */
export interface BackendPorts {
  readonly random: Random
  readonly report: Report
  /** The key that signs cookies of sticky balancing. */
  readonly secret: Uint8Array
  /** How health checks call targets, until a transport replaces it. */
  readonly probe: Probe
}

/** Knows no backend yet. */
export function createBackends(ports: BackendPorts): Backends {
  const balancing = { random: uniform(ports.random), secret: ports.secret }
  const known = new WeakMap<CompiledBackend, BackendState>()
  const targets = new Map<string, TargetState>()

  function targetOf(backend: CompiledBackend, target: Target): TargetState {
    const key = keyOf(backend, target)
    const found = targets.get(key)
    if (found) return found
    const made = createTargetState(backend, target, target.id ?? `${target.hostname}:${target.port}`)
    targets.set(key, made)
    return made
  }

  return {
    of(backend) {
      const found = known.get(backend)
      if (found) return found
      const made = createBackendState(
        backend,
        backend.targets.map((target) => targetOf(backend, target)),
        balancing,
      )
      known.set(backend, made)
      return made
    },
    retain() {},
    release() {},
    useProbe() {},
    onGone: () => () => {},
    close() {},
  }
}

/** Targets with the same key are the same server, called and judged in the same way. */
function keyOf({ client, health_check, outlier, tls_config }: CompiledBackend, target: Target): string {
  return JSON.stringify([target, target.tls_config ?? tls_config, client, health_check, outlier])
}
