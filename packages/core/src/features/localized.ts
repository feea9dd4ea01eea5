import { validate } from '../machine/schema/validate.ts'
import type { TimeZone } from '../machine/time/time.ts'
import { type Feature, featureSchema, spellingOf } from './feature.ts'

/**
 * Converts dates with an offset to local dates of the feature's own time zone or of `zone`. Throws INVALID for a range
 * that ends before it begins.
 */
export function localized(feature: Feature, zone: TimeZone): Feature {
  const parameters = spellingOf(feature)?.localize?.(feature.parameters, zone) ?? feature.parameters
  return parameters === feature.parameters
    ? feature
    : validate(featureSchema, { ...feature, parameters }, 'The feature')
}
