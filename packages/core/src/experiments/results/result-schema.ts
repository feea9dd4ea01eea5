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
const upliftOf = 'The rate divided by that of the first variant, minus 1: 0.1 is 10 % more'
const within = 'at `level`'

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
  rates: Type.Optional(
    Type.Unsafe<[first: number, own: number]>({
      type: 'array',
      items: { type: 'number' },
      minItems: 2,
      maxItems: 2,
      description:
        '[first, own]: the rates that are compared. Phases with different traffic are compared apart and weighted (Cochran); in one phase, these are the rates of the variants',
    }),
  ),
  enough: Type.Optional(
    Type.Boolean({
      description:
        'Whether at least 30 users of both variants converted and 30 did not. Before that, intervals miss too often, p-values are too small, and `sequential` is absent',
    }),
  ),
  uplift: Type.Optional(
    object({
      uplift: Type.Number({ description: upliftOf }),
      interval: interval(
        `confidence interval of the uplift ${within}, for one look at a time fixed beforehand (Koopman)`,
      ),
    }),
  ),
  difference: Type.Optional(
    interval(
      `confidence interval of the rate minus that of the first variant, as fractions of 1 ${within}, for one look (Mee)`,
    ),
  ),
  pValue: Type.Optional(
    share(
      'The p-value of the difference to the first variant (two-sided score test), times `comparisons`: below 0.05 exactly if the intervals of uplift and difference leave out 0',
    ),
  ),
  sequential: Type.Optional(
    object({
      uplift: Type.Number({ description: upliftOf }),
      interval: interval(`confidence sequence of the uplift ${within}: valid at every look`),
      difference: interval(`confidence sequence of the difference ${within}: valid at every look`),
    }),
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
  level: Type.Number({
    description:
      'What each interval of a comparison may miss: 0.05 divided by `comparisons` (Bonferroni), so that all hold together',
  }),
  comparisons: Type.Integer({ minimum: 1, description: 'How many variants are compared with the first one' }),
  mixed: Type.Optional(
    Type.Literal(true, {
      description:
        'Variants were compared in phases with different traffic: the Bayesian figures come from weighted rates, too. Absent otherwise',
    }),
  ),
  sampleRatioMismatch: object({
    p: share(
      'The p-value of the difference between the users of the variants and the traffic (χ² test over all phases)',
    ),
    alarm: Type.Boolean({
      description:
        'Whether p is below 0.001: users are split otherwise than the traffic says, so do not trust the rates. Without any loss, looking every 50 users up to 20,000 raises it in about 2 of 100 experiments',
    }),
    phases: Type.Array(share('p of one phase; 0 if a variant without traffic has users'), {
      description: 'p of each phase whose users are known, the current phase last',
    }),
  }),
  sampleSize: Type.Optional(
    object({
      perArm: count(
        'Users that each variant needs to show an uplift of 0.1 over the first, at α 0.05 divided by `comparisons`, and power 0.8',
      ),
      daysToGo: Type.Optional(count('Days until then, at the pace since the first binding')),
    }),
  ),
  layer: Type.Optional(layerResultSchema),
  series: Type.Array(hourResultSchema, { description: 'By hour, the oldest first, without hours that have no events' }),
})
/** The results of an experiment. */
export type Results = Static<typeof resultsSchema>
