import { isObject } from '../json.ts'
import type { Feature } from './feature.ts'
import { hourNames } from './spellings/hours.ts'

/** A feature as clients of the earlier system read it: hours have the names that they know, beside those of the contract. */
export const inEarlierForm = (feature: Feature): Feature =>
  feature.activationStrategy === 'HOUR_RANGE'
    ? { ...feature, parameters: withEarlierHours(feature.parameters) }
    : feature

const withEarlierHours = <P extends { readonly startDate: string; readonly endDate: string }>(parameters: P) => ({
  ...parameters,
  startAt: parameters.startDate,
  endAt: parameters.endDate,
})

/** What a patch of a feature that was shown so means: of two names of an hour, the one that it changed. */
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
