import type { CompiledBackend, CompiledRoute } from '@signalbox/core/gateway'
import type { Failure } from '../backend/failures.ts'
import { fakeExchange, fakeRoute } from '../pipeline/exchange.fixture.ts'
import type { Exchange } from '../plugin-api/exchange.ts'
import { Attempts } from './attempts/attempts.ts'
import type { BackendState } from './backend-state.ts'
import { type BackendChange, type BackendPorts, createBackends } from './backends.ts'

/** A compiled backend with these targets. */
export const backendOf = (targets: readonly object[], settings: object = {}): CompiledBackend =>
  ({
    ref: 'main',
    targets: targets.map((target, i) => ({
      ...{ hostname: `t${i}`, port: 80, tls: false, weight: 1, backup: false, protocol: 'HTTP/1.1' },
      ...target,
    })),
    load_balancing: { type: 'RoundRobin' },
    client: {},
    ...settings,
  }) as CompiledBackend

/** A route to a backend. */
export const routeTo = (backend: CompiledBackend, more: object = {}): CompiledRoute =>
  fakeRoute({ enabled: true, backend, ...more })

/** Backends with a time that is set by hand, and what they tell. */
export function knownBackends(ports: Partial<BackendPorts> = {}) {
  const time = { now: 1000 }
  const changes: BackendChange[] = []
  const backends = createBackends({
    random: (bytes) => new Uint8Array(bytes).fill(127),
    report: (error) => {
      throw error
    },
    clock: () => 1_700_000_000_000 + time.now,
    elapsed: () => time.now,
    secret: () => new Uint8Array(32),
    probe: async () => 200,
    onChange: (change) => void changes.push(change),
    ...ports,
  })
  return { backends, time, changes }
}

export const refused: Failure = { cause: 'errors.backend.unreachable', detail: { proxyError: 'connection_refused' } }

const reset: Failure = { cause: 'errors.backend.unreachable', detail: { proxyError: 'connection_terminated' } }

/** Ends an attempt in one of the ways in which attempts end. */
export type How = 'ok' | 'status 503' | 'refused' | 'reset' | 'left' | 'overloaded'

/** Begins an attempt. Returns the name of its target and how to end it, or the cause if there is no target. */
export function attempt(state: BackendState, now: number, exchange: Exchange = fakeExchange()) {
  const attempts = new Attempts(state)
  const unusable = attempts.begin(exchange, now)
  if (unusable !== undefined) return { unusable, end() {} }
  const ways: Readonly<Record<How, (at: number) => void>> = {
    ok: (at) => void attempts.responded(exchange, 200, true, at),
    'status 503': (at) => void attempts.responded(exchange, 503, true, at),
    refused: (at) => void attempts.failed(exchange, refused, { wasSent: false, isReplayable: true }, at),
    reset: (at) => void attempts.failed(exchange, reset, { wasSent: true, isReplayable: true }, at),
    left() {},
    overloaded: (at) =>
      void attempts.failed(
        exchange,
        { cause: 'errors.backend.overloaded' },
        { wasSent: false, isReplayable: true },
        at,
      ),
  }
  return {
    name: attempts.target?.name as string,
    end(how: How, at: number) {
      ways[how](at)
      attempts.ended(at)
    },
  }
}
