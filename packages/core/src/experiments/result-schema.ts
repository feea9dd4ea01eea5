import type { Static } from '../schema.ts'
import { object, Type } from '../schema.ts'
import { experimentSchema, variantSchema } from './experiment.ts'
import type { Interval } from './statistics.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })
const interval = (description: string) =>
  Type.Unsafe<Interval>({
    type: 'array',
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    description: `[from, to]: ${description}`,
  })
const uplift = (level: string) =>
  object({
    uplift: Type.Number({ description: 'rate / rate of the first variant − 1, a fraction: 0.1 is a tenth more' }),
    interval: interval(`95 % confidence interval of the uplift, ${level}`),
  })

/** The counts of one variant, its rate, and statistics that say how certain the rate is. */
export const variantResultSchema = object({
  variant: variantSchema,
  displayed: count('Displayed events, those of the same client included'),
  won: count('Won events, those of the same client included'),
  transformation: Type.Number({ minimum: 0, description: 'Won events for a hundred displayed events, in percent' }),
  users: count('Distinct clients that the variant was displayed to'),
  converted: count('Those of the users who won when they had seen it'),
  rate: share('converted / users, a fraction of 1; 0 without users'),
  interval: interval('95 % confidence interval of the rate (Wilson score)'),
  credible: interval('95 % credible interval of the rate, equal tails, from a uniform prior'),
  uplift: Type.Optional(uplift('by the delta method: for one look, at a time that was fixed beforehand')),
  sequential: Type.Optional(uplift('as a confidence sequence: it holds however often one looks')),
  pValue: Type.Optional(
    share(
      'How probable a difference to the first variant is that is as large, if there is none: two-sided pooled z test',
    ),
  ),
  difference: Type.Optional(
    interval('95 % confidence interval of the rate less that of the first variant, as fractions of 1 (unpooled)'),
  ),
  probabilityBest: share('The probability that the rate is the highest of all variants, from uniform priors'),
  expectedLoss: share(
    'By how much the highest rate is expected to be above this one, a fraction of 1, from uniform priors',
  ),
})
/** The counts of one variant, its rate, and statistics that say how certain the rate is. */
export type VariantResult = Static<typeof variantResultSchema>

/** Displayed and won events of one hour, by variant. */
export const hourResultSchema = object({
  hour: Type.String({ description: 'Local, such as 2026-02-03T04' }),
  variants: Type.Record(Type.String(), object({ displayed: count('Displayed events'), won: count('Won events') }), {
    description: 'By the id of the variant: how many events of each kind',
  }),
})
/** Displayed and won events of one hour, by variant. */
export type HourResult = Static<typeof hourResultSchema>

/**
 * The results of an experiment. Comparisons with the first variant are absent for the first variant itself, and for
 * others while there is too little data.
 */
export const resultsSchema = object({
  experiment: experimentSchema,
  results: Type.Array(variantResultSchema, {
    description: 'By variant, in their order; the first is what others are compared with',
  }),
  sampleRatioMismatch: object({
    p: share('How probable a split is that is as far from the traffic, if nothing is wrong (χ² test over all phases)'),
    alarm: Type.Boolean({
      description: 'p is below 0.001: clients were not given to variants as the traffic says; do not trust the rates',
    }),
    phases: Type.Array(share('p of one of them'), {
      description: 'p of each time that variants and traffic stayed the same, the present one last',
    }),
  }),
  sampleSize: Type.Optional(
    object({
      perArm: count(
        'Users that each variant takes to show an uplift of 0.1 over the rate of the first, at α 0.05 and power 0.8',
      ),
      daysToGo: Type.Optional(count('Days until then at the pace since the first client was bound')),
    }),
  ),
  series: Type.Array(hourResultSchema, { description: 'By hour, the oldest first; hours without events are left out' }),
})
/** The results of an experiment. */
export type Results = Static<typeof resultsSchema>
