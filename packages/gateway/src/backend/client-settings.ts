import type { CompiledBackend } from '@signalbox/core/gateway'

/** What holds for a backend whose client settings do not say otherwise. Times are in milliseconds; 0: no limit. */
const DEFAULTS = {
  connectionTimeout: 10_000,
  callTimeout: 30_000,
  callAndStreamTimeout: 120_000,
  idleTimeout: 60_000,
  maxConnections: 128,
  keepAlive: 60_000,
}

/** How a backend is called: its client settings, complete. */
export const clientSettingsOf = ({ client }: CompiledBackend) => ({ ...DEFAULTS, ...client })
