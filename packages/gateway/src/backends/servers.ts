import type { Clock, CompiledBackend } from '@signalbox/core/gateway'
import { lastWins } from '../backend/last-wins.ts'
import type { Target } from '../backend/target.ts'
import { type Checker, startChecker } from './health/checker.ts'
import { healthCheckOf } from './health/health.ts'
import { createServerState, type ServerState } from './server-state.ts'

/** Calls a target to check its health. Resolves with the status of its response; rejects if there is none. */
export type Probe = (backend: CompiledBackend, target: Target, path: string, signal: AbortSignal) => Promise<number>

/** Finds the state of the server of a target. */
export type ServerOf = (backend: CompiledBackend, target: Target) => ServerState

/** The servers that the targets of all backends stand for. */
export interface Servers {
  /**
   * Takes the servers of a backend, which are checked until it leaves them. `current` returns a backend with the same
   * settings that a route uses.
   */
  take(backend: CompiledBackend, current: () => CompiledBackend): { readonly of: ServerOf; leave(): void }
  /** The state of a server that is not shared and not checked. */
  readonly apart: ServerOf
  /** Replaces how servers are called. The last one wins. Returns a function that undoes it. */
  useProbe(probe: Probe): () => void
  /** Stops all checks. */
  close(): void
}

interface ServersPorts {
  /** A random number from 0 up to 1. */
  readonly random: () => number
  readonly clock: Clock
  readonly elapsed: () => number
  readonly probe: Probe
}

/** A target that stands for a server. */
interface User {
  readonly current: () => CompiledBackend
  readonly target: Target
}

interface Server {
  readonly state: ServerState
  readonly users: Set<User>
  readonly checker: Checker | undefined
}

/** Knows no server yet. */
export function createServers({ random, clock, elapsed, probe }: ServersPorts): Servers {
  const servers = new Map<string, Server>()
  const prober = lastWins(probe)
  let isClosed = false

  const apart: ServerOf = (backend) => createServerState(backend, { clock, elapsed })

  function create(backend: CompiledBackend, target: Target): Server {
    const state = apart(backend, target)
    const users = new Set<User>()
    const settings = healthCheckOf(backend)
    const checker =
      settings && !isClosed
        ? startChecker(settings, {
            async probe(path, signal) {
              const [user] = users
              return user
                ? prober.current(user.current(), user.target, path, signal)
                : Promise.reject(new Error('no user'))
            },
            checked: (isGood, why) => state.checked(isGood, why, elapsed()),
            random,
          })
        : undefined
    return { state, users, checker }
  }

  function take(backend: CompiledBackend, current: () => CompiledBackend) {
    const taken = new Map<Target, { key: string; server: Server; user: User }>()
    for (const target of backend.targets) {
      const key = keyOf(backend, target)
      const server = servers.get(key) ?? create(backend, target)
      servers.set(key, server)
      const user = { current, target }
      server.users.add(user)
      taken.set(target, { key, server, user })
    }
    return {
      of: (_: CompiledBackend, target: Target) => taken.get(target)!.server.state,
      leave() {
        for (const { key, server, user } of taken.values()) {
          server.users.delete(user)
          if (server.users.size > 0) continue
          stop(server)
          servers.delete(key)
        }
      },
    }
  }

  return {
    take,
    apart,
    useProbe: prober.use,
    close() {
      isClosed = true
      for (const server of servers.values()) stop(server)
    },
  }
}

function stop({ checker, state }: Server): void {
  checker?.stop()
  state.close()
}

/** Targets with the same key are the same server, called and judged in the same way. */
function keyOf({ client, health_check, outlier, tls_config }: CompiledBackend, target: Target): string {
  const { hostname, port, tls, protocol, ip_address } = target
  const called = [hostname, port, tls, protocol, ip_address, target.tls_config ?? tls_config]
  return JSON.stringify([called, client, health_check, outlier])
}
