import { object, type Static, Type } from '../../machine/schema/schema.ts'
import type { Interval } from '../../statistics/statistics.ts'
import { experimentSchema, variantSchema } from '../experiment.ts'
import { layerSchema } from '../layers/layer.ts'

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
    uplift: Type.Number({ description: 'The rate divided by that of the first variant, minus 1: 0.1 is 10 % more' }),
    interval: interval(`95 % confidence interval of the uplift, ${level}`),
  })

/** The counts of one variant, its rate, and statistics that say how certain the rate is. */
export const variantResultSchema = object({
  variant: variantSchema,
  displayed: count('Number of displayed events, including repeats by a client'),
  won: count('Number of won events, including repeats by a client'),
  transformation: Type.Number({ minimum: 0, description: 'Won events divided by displayed events, in percent' }),
  users: count('Distinct clients that the variant was displayed to'),
  converted: count('Number of users who won after they saw the variant'),
  rate: share('converted / users, a fraction of 1; 0 without users'),
  interval: interval('95 % confidence interval of the rate (Wilson score)'),
  credible: interval('95 % credible interval of the rate, equal tails, from a uniform prior'),
  uplift: Type.Optional(uplift('by the delta method: valid for one look at a time fixed beforehand')),
  sequential: Type.Optional(uplift('as a confidence sequence: valid at every look')),
  pValue: Type.Optional(share('The p-value of the difference to the first variant (two-sided pooled z test)')),
  difference: Type.Optional(
    interval('95 % confidence interval of the rate minus that of the first variant, as fractions of 1 (unpooled)'),
  ),
  probabilityBest: share('The probability that the rate is the highest of all variants, from uniform priors'),
  expectedLoss: share(
    'The rate that choosing this variant is expected to give up, a fraction of 1, from uniform priors',
  ),
})
/** The counts of one variant, its rate, and statistics that say how certain the rate is. */
export type VariantResult = Static<typeof variantResultSchema>

/** Displayed and won events of one hour, by variant. */
export const hourResultSchema = object({
  hour: Type.String({ description: 'Local, such as 2026-02-03T04' }),
  variants: Type.Record(Type.String(), object({ displayed: count('Displayed events'), won: count('Won events') }), {
    description: 'Number of events of each kind, by the id of the variant',
  }),
})
/** Displayed and won events of one hour, by variant. */
export type HourResult = Static<typeof hourResultSchema>

/** The layer of an experiment: its own range and those beside it. */
export const layerResultSchema = object(
  {
    ...layerSchema.properties,
    beside: Type.Array(
      object({
        experiment: Type.Optional(Type.String({ description: 'Absent if the caller may not read it' })),
        from: share('Where its range begins'),
        to: share('Where its range ends'),
      }),
      { description: 'The other experiments of the layer, by range' },
    ),
    holdout: share('The share of clients that no range covers'),
  },
  { description: 'Absent without a layer' },
)
/** The layer of an experiment: its own range and those beside it. */
export type LayerResult = Static<typeof layerResultSchema>

/**
 * The results of an experiment. Comparisons with the first variant are absent for the first variant itself, and for
 * others while there is too little data.
 */
export const resultsSchema = object({
  experiment: experimentSchema,
  results: Type.Array(variantResultSchema, {
    description: 'In the order of the variants; the first is the baseline',
  }),
  sampleRatioMismatch: object({
    p: share('The p-value of the difference between assignment and traffic (χ² test over all phases)'),
    alarm: Type.Boolean({
      description: 'Whether p is below 0.001: the assignment differs from the traffic, so do not trust the rates',
    }),
    phases: Type.Array(share('p of one phase'), {
      description: 'p of each phase, the current phase last',
    }),
  }),
  sampleSize: Type.Optional(
    object({
      perArm: count('Users that each variant needs to show an uplift of 0.1 over the first, at α 0.05 and power 0.8'),
      daysToGo: Type.Optional(count('Days until then, at the pace since the first binding')),
    }),
  ),
  layer: Type.Optional(layerResultSchema),
  series: Type.Array(hourResultSchema, { description: 'By hour, the oldest first, without hours that have no events' }),
})
/** The results of an experiment. */
export type Results = Static<typeof resultsSchema>
