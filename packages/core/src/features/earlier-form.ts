import { isObject } from '../machine/json/json.ts'
import type { Feature } from './feature.ts'
import { hourNames } from './spellings/hours.ts'

/** A feature as clients of the previous feature service expect it: with both names of hours. */
export const inEarlierForm = (feature: Feature): Feature =>
  feature.activationStrategy === 'HOUR_RANGE'
    ? { ...feature, parameters: withEarlierHours(feature.parameters) }
    : feature

const withEarlierHours = <P extends { readonly startDate: string; readonly endDate: string }>(parameters: P) => ({
  ...parameters,
  startAt: parameters.startDate,
  endAt: parameters.endDate,
})

/** Merges a patch of a feature with both names of hours: of the two names, the patched one counts. */
export function settleHours(patched: unknown, shown: Feature): unknown {
  if (!isObject(patched) || !isObject(patched.parameters)) return patched
  const before: Readonly<Record<string, unknown>> = shown.parameters ?? {}
  const parameters = { ...patched.parameters }
  for (const pair of Object.entries(hourNames)) {
    const isOfBoth = pair.every((name) => name in before && parameters[name] !== undefined)
    const [same, ...others] = pair.filter((name) => parameters[name] === before[name])
    if (isOfBoth && same !== undefined && others.length === 0) delete parameters[same]
  }
  return { ...patched, parameters }
}
