import type { ApiBackend } from '../../backends/backend.ts'
import type { Warn } from '../warnings.ts'
import { healthCheckDefaults } from './backend-defaults.ts'

type HealthCheck = NonNullable<NonNullable<ApiBackend['backend']>['health_check']>

/** A path with an optional query, in printable ASCII. */
const PATH = /^\/[!"$-~]*$/

/** Fills in the settings of health checks. Without a path to call, targets are not checked. */
export function compileHealthCheck(sent: HealthCheck, warn: Warn) {
  const complete = { ...healthCheckDefaults, ...sent }
  if (!complete.enabled || PATH.test(complete.url ?? '')) return complete
  warn('/url', 'backend.health.url')
  return { ...complete, enabled: false }
}
