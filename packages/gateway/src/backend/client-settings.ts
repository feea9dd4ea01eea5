import type { CompiledBackend } from '@signalbox/core/gateway'

/** How a backend is called, complete. Times are in milliseconds; 0: no limit. */
export interface ClientSettings {
  readonly connectionTimeout: number
  readonly callTimeout: number
  readonly callAndStreamTimeout: number
  readonly idleTimeout: number
  readonly globalTimeout: number
  /** The most attempts. */
  readonly retries: number
  readonly retryInitialDelay: number
  readonly backoffFactor: number
  readonly retryStatuses: readonly number[]
  readonly retryBodyBytes: number
  readonly retryBudget: number
  readonly useCircuitBreaker: boolean
  readonly maxErrors: number
  readonly sampleInterval: number
  readonly maxConnections: number
  readonly keepAlive: number
}

/** What holds for a backend whose client settings do not say otherwise. */
const DEFAULTS: ClientSettings = {
  connectionTimeout: 10_000,
  callTimeout: 30_000,
  callAndStreamTimeout: 120_000,
  idleTimeout: 60_000,
  globalTimeout: 30_000,
  retries: 1,
  retryInitialDelay: 50,
  backoffFactor: 2,
  retryStatuses: [],
  retryBodyBytes: 65_536,
  retryBudget: 0.2,
  useCircuitBreaker: true,
  maxErrors: 20,
  sampleInterval: 2000,
  maxConnections: 128,
  keepAlive: 60_000,
}

/** How a backend is called: its client settings, complete. */
export const clientSettingsOf = ({ client }: CompiledBackend): ClientSettings => ({ ...DEFAULTS, ...client })
