import { type CompiledBackend, healthCheckDefaults } from '@signalbox/core/gateway'

/** Settings of `health_check`, complete. */
export type HealthCheck = Required<NonNullable<CompiledBackend['health_check']>>

/** The settings of a backend, complete; `undefined` if its targets are not checked. */
export function healthCheckOf({ health_check: settings }: Pick<CompiledBackend, 'health_check'>) {
  return settings?.enabled ? ({ url: '/', ...healthCheckDefaults, ...settings } as HealthCheck) : undefined
}

/** Whether a status is that of a healthy target. */
export const isHealthy = (status: number, { healthyStatuses, unhealthyStatuses }: HealthCheck): boolean =>
  healthyStatuses.includes(status) && !unhealthyStatuses.includes(status)

/** Judges a target by checks in a row. */
export interface Health {
  /** Whether checks failed. A target is healthy until they do. */
  readonly isRed: boolean
  /** Takes the result of a check. Returns whether the judgement changed. */
  checked(isGood: boolean): boolean
}

/** Creates the health of a target, healthy. */
export function createHealth({ healthyAfter, unhealthyAfter }: Pick<HealthCheck, 'healthyAfter' | 'unhealthyAfter'>) {
  let isRed = false
  /** Checks in a row that speak against the judgement. */
  let against = 0
  return {
    get isRed() {
      return isRed
    },
    checked(isGood) {
      if (isGood !== isRed) {
        against = 0
        return false
      }
      against++
      if (against < (isRed ? healthyAfter : unhealthyAfter)) return false
      isRed = !isRed
      against = 0
      return true
    },
  } satisfies Health
}
