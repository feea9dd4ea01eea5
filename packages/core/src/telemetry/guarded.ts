import { nearest } from '../machine/errors/nearest.ts'
import type { Report } from '../ports.ts'
import type { Telemetry } from './telemetry.ts'

/**
 * Returns a telemetry whose functions throw nothing, so that it cannot break what it observes. The first error, or
 * rejection of a promise, is reported. Functions do not observe what they themselves cause. It has exactly the
 * functions that were given. Throws a `TypeError` for a misspelled function, because it would never be called.
 */
export function guarded(telemetry: Telemetry, report: Report): Telemetry {
  checkNames(telemetry)
  let isReported = false
  let isTelling = false

  function reportOnce(name: string, cause: unknown): void {
    if (isReported) return
    isReported = true
    report(new Error(`The function ${name} of the option "telemetry" failed`, { cause }))
  }

  const guard = (name: keyof Telemetry, told: Told) => (a: unknown, b: unknown, c: unknown, d: unknown) => {
    if (isTelling) return undefined
    isTelling = true
    try {
      const result = told.call(telemetry, a, b, c, d)
      if (result instanceof Promise) result.catch((cause) => reportOnce(name, cause))
      return result
    } catch (cause) {
      reportOnce(name, cause)
      return undefined
    } finally {
      isTelling = false
    }
  }

  const names = Object.keys(telemetryNames) as (keyof Telemetry)[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const told = telemetry[name] as Told | undefined
      return told ? [[name, guard(name, told)]] : []
    }),
  )
}

/** Other members may be the state of the functions. */
function checkNames(telemetry: Telemetry): void {
  const known = Object.keys(telemetryNames)
  for (const name of Object.keys(telemetry)) {
    const like = known.includes(name) ? undefined : nearest(name, known)
    if (like !== undefined) throw new TypeError(`The option "telemetry" has no function ${name}: did you mean ${like}?`)
  }
}

/** A function of a telemetry. None takes more arguments. */
type Told = (this: Telemetry, a: unknown, b: unknown, c: unknown, d: unknown) => unknown

const telemetryNames = {
  traceparent: true,
  featureEvaluated: true,
  configEvaluated: true,
  variantAssigned: true,
  webhookCalled: true,
  webhookBanned: true,
  sinkAppended: true,
  workflowEnded: true,
} as const satisfies Record<keyof Telemetry, true>
