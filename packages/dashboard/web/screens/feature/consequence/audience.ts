import type { Feature } from '@signalbox/core/contract'
import { compileFeature, timeZone } from '@signalbox/core/evaluate'
import type { BoxSettings } from '../../../box.ts'

/** Who gets a feature at an instant. */
export type Audience =
  /** Everybody, or nobody. */
  | { readonly kind: 'all' | 'none' }
  /** The clients of the first `bound` of 100,000 buckets. Features with the same salt have the same buckets. */
  | { readonly kind: 'share'; readonly bound: number; readonly salt: string }
  | { readonly kind: 'list'; readonly ids: ReadonlySet<string> }
  /** Each context must be evaluated. */
  | { readonly kind: 'rules' | 'script' | 'unknown' }

/** The buckets of all clients. */
export const ALL = 100_000

const none: Audience = { kind: 'none' }

/** Who gets a feature; nobody if there is none. */
export function audienceOf(feature: Feature | undefined, settings: BoxSettings, now: number): Audience {
  if (!feature?.enabled) return none
  switch (feature.activationStrategy) {
    case 'NO_STRATEGY':
      return { kind: 'all' }
    case 'PERCENTAGE':
      return shareOf(feature, settings)
    case 'CUSTOMERS_LIST':
      return feature.parameters.customers.length === 0
        ? none
        : { kind: 'list', ids: new Set(feature.parameters.customers) }
    case 'RULES':
      return { kind: 'rules' }
    case 'SCRIPT':
    case 'GLOBAL_SCRIPT':
      return { kind: 'script' }
    case 'RELEASE_DATE':
    case 'DATE_RANGE':
    case 'HOUR_RANGE': {
      const environment = { clock: () => now, zone: timeZone(settings.timeZone), bucketing: settings.bucketing }
      return { kind: compileFeature(feature, environment).isActive(undefined) ? 'all' : 'none' }
    }
    default:
      return { kind: 'unknown' }
  }
}

/** Classic buckets are whole percents, and the same for every feature. */
function shareOf(
  { id, parameters }: Extract<Feature, { activationStrategy: 'PERCENTAGE' }>,
  settings: BoxSettings,
): Audience {
  const { percentage, salt = id } = parameters
  const isClassic = settings.bucketing === 'classic'
  const bound = isClassic ? Math.ceil(percentage) * 1000 : Math.round(percentage * 1000)
  if (bound <= 0) return none
  return bound >= ALL ? { kind: 'all' } : { kind: 'share', bound, salt: isClassic ? '' : salt }
}
