import type { BackendStatus, Clock, CompiledBackend, CompiledRoute, Random, Report } from '@signalbox/core/gateway'
import { type BackendState, createBackendState } from './backend-state.ts'
import { statusOf } from './backend-status.ts'
import { createBalancer } from './balancers/index.ts'
import type { Standing } from './server-state.ts'
import { createServers, type Probe, type ServerOf } from './servers.ts'
import { nameOf } from './target-origin.ts'
import { createTargetState, type TargetState } from './target-state.ts'
import { uniform } from './uniform.ts'
import { backendsOfRoute, countUse, type UsedBackend } from './uses.ts'

/** A target of a backend has begun to take requests, or does not take them any more. */
export interface BackendChange {
  /** The id of the backend, after that of its API unless it is stored for all of them: `shop:main`. */
  readonly backend: string
  /** The id of the target, or its host and port. */
  readonly target: string
  readonly from: Standing
  readonly to: Standing
  /** What led to the state; empty if the target is usable. */
  readonly why: string
}

/** The backends that a gateway knows. */
export interface Backends {
  /** The state of a backend. */
  of(backend: CompiledBackend): BackendState
  /** A route begins to use the backends that it names. Until it is released, its targets are checked. */
  retain(route: CompiledRoute): void
  release(route: CompiledRoute): void
  /** Replaces how health checks call targets. The last transport wins. Returns a function that undoes it. */
  useProbe(probe: Probe): () => void
  /** Calls a listener with each backend that no route uses any more. Returns a function that ends this. */
  onGone(listener: (backend: CompiledBackend) => void): () => void
  /** The backends that routes use. */
  used(): IterableIterator<UsedBackend>
  /** The state of the backends that routes use, and of their targets. */
  list(): BackendStatus[]
  /** Stops checking. */
  close(): void
}

/** What backends need. */
export interface BackendPorts {
  readonly random: Random
  readonly report: Report
  readonly clock: Clock
  /** Milliseconds that only grow, such as `performance.now`. */
  readonly elapsed: () => number
  /** The key that signs cookies of sticky balancing. Asked when it is needed. */
  readonly secret: () => Uint8Array
  /** How health checks call targets, until a transport replaces it. */
  readonly probe: Probe
  /** Receives changes of targets. */
  readonly onChange?: ((change: BackendChange) => void) | undefined
}

/** Equal backends of an API, which share a state. */
interface Entry extends UsedBackend {
  /** The compiled backends, and how many routes use each. */
  readonly routes: Map<CompiledBackend, number>
  readonly end: () => void
}

/** Knows no backend yet. */
export function createBackends(ports: BackendPorts): Backends {
  const { secret, clock, elapsed, report, onChange } = ports
  const random = uniform(ports.random)
  const servers = createServers({ ...ports, random })
  const entries = new Map<string, Entry>()
  const states = new WeakMap<CompiledBackend, BackendState>()
  const texts = new WeakMap<CompiledBackend, string>()
  const listeners = new Set<(backend: CompiledBackend) => void>()

  function stateOf(backend: CompiledBackend, serverOf: ServerOf, name = ''): BackendState {
    const balancer = createBalancer(backend.load_balancing ?? {}, { random, secret: secret() })
    const targets = backend.targets.map((target) => {
      const server = serverOf(backend, target)
      if (balancer.needsTimes) server.measure()
      return createTargetState(target, target.id ?? nameOf(target), server)
    })
    const tell = ({ name: target, server }: TargetState, from: Standing): void => {
      try {
        onChange?.({
          backend: name,
          target,
          from,
          to: server.standing,
          why: server.standing === 'usable' ? '' : server.why,
        })
      } catch (error) {
        report(error)
      }
    }
    return createBackendState(backend, targets, { balancer, random, onChange: tell })
  }

  function createEntry(backend: CompiledBackend, name: string): Entry {
    const routes = new Map<CompiledBackend, number>()
    const taken = servers.take(backend, () => routes.keys().next().value ?? backend)
    const state = stateOf(backend, taken.of, name)
    const end = (): void => {
      state.close()
      taken.leave()
    }
    return { name, state, uses: new Map(), since: clock(), routes, end }
  }

  /** Backends with the same key are equal. */
  function keyOf(name: string, backend: CompiledBackend): string {
    const text = texts.get(backend) ?? JSON.stringify(backend)
    texts.set(backend, text)
    return `${name} ${text}`
  }

  function enter(route: CompiledRoute, backend: CompiledBackend): void {
    const name = backendName(route, backend)
    const key = keyOf(name, backend)
    const entry = entries.get(key) ?? createEntry(backend, name)
    entries.set(key, entry)
    states.set(backend, entry.state)
    entry.routes.set(backend, (entry.routes.get(backend) ?? 0) + 1)
    countUse(entry.uses, route, 1)
  }

  function leave(route: CompiledRoute, backend: CompiledBackend): void {
    const key = keyOf(backendName(route, backend), backend)
    const entry = entries.get(key)
    const routes = entry?.routes.get(backend)
    if (!entry || routes === undefined) return
    countUse(entry.uses, route, -1)
    if (routes > 1) {
      entry.routes.set(backend, routes - 1)
      return
    }
    entry.routes.delete(backend)
    if (entry.routes.size === 0) {
      entries.delete(key)
      entry.end()
    }
    for (const listener of listeners) listener(backend)
  }

  return {
    of(backend) {
      const found = states.get(backend)
      if (found) return found
      // No route uses it: nothing is kept of it, and nothing is checked.
      const made = stateOf(backend, servers.apart)
      states.set(backend, made)
      return made
    },
    retain(route) {
      for (const backend of backendsOfRoute(route)) enter(route, backend)
    },
    release(route) {
      for (const backend of backendsOfRoute(route)) leave(route, backend)
    },
    useProbe: servers.useProbe,
    onGone(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    used: () => entries.values(),
    list: () => [...entries.values()].flatMap((used) => statusOf(used, elapsed())),
    close: servers.close,
  }
}

const backendName = ({ api_ref }: CompiledRoute, { ref = '', stored }: CompiledBackend): string =>
  stored ? ref : `${api_ref}:${ref}`
