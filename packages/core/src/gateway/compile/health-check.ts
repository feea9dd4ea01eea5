import type { ApiBackend } from '../backends/backend.ts'
import type { Warn } from './warnings.ts'

type HealthCheck = NonNullable<NonNullable<ApiBackend['backend']>['health_check']>

const defaults = {
  enabled: false,
  interval: 10_000,
  timeout: 5000,
  healthyStatuses: Array.from({ length: 200 }, (_, i) => 200 + i),
  unhealthyStatuses: [],
  healthyAfter: 2,
  unhealthyAfter: 3,
  blockOnRed: false,
}

/** A path with an optional query, in printable ASCII. */
const PATH = /^\/[!"$-~]*$/

/** Fills in the settings of health checks. Without a path to call, targets are not checked. */
export function compileHealthCheck(sent: HealthCheck, warn: Warn) {
  const complete = { ...defaults, ...sent }
  if (!complete.enabled || PATH.test(complete.url ?? '')) return complete
  warn('/url', 'backend.health.url')
  return { ...complete, enabled: false }
}
