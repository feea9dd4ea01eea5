import type { Feature } from '@signalbox/core'
import type { Segment } from '@signalbox/core/contract'
import fc from 'fast-check'

/** Leaves out percentages that would round to 0 % or 100 % and are therefore rejected; 0 and 100 themselves stay. */
const unlessRounded = (percentage: number): number =>
  percentage < 0.0005 ? 0 : percentage > 99.9995 ? 100 : percentage

/** Ids from a small set, so that records collide: parents, children, and names of members that every object has. */
const commonId = fc.constantFrom('a', 'a:b', 'a:b:c', 'ab', 'b', 'b:c', '__proto__', 'constructor:a', 'a:active')

/** Any valid id except `.` and `..`, which no URL path can end in. */
const anyId = fc
  .stringMatching(/^[A-Za-z0-9_@.-]{1,8}(:[A-Za-z0-9_@.-]{1,8}){0,3}$/)
  .filter((id) => !/^\.\.?$/.test(id))

/** Valid ids, mostly from the small set. */
export const goodId = fc.oneof({ arbitrary: commonId, weight: 4 }, { arbitrary: anyId, weight: 1 })

/** Ids, some of them invalid. */
export const maybeId = fc.oneof(
  { arbitrary: goodId, weight: 9 },
  { arbitrary: fc.string({ unit: 'binary', minLength: 1 }).filter((id) => !/^\.\.?$/.test(id)), weight: 1 },
)

/** Any JSON value. */
export const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })

const jsonObject = fc.dictionary(fc.string({ unit: 'binary', maxLength: 5 }), json, { maxKeys: 3 })

const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'))
const hour = fc.tuple(two(23), two(59)).map((parts) => parts.join(':'))
const day = fc.integer({ min: 1, max: 28 }).map((n) => String(n).padStart(2, '0'))
const time = fc.tuple(two(23), two(59), two(59)).map((parts) => parts.join(':'))
const localDate = fc.tuple(day, time).map(([date, at]) => `2026-01-${date} ${at}`)
const timezone = fc.constantFrom(undefined, 'UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York')

/** Instants around those at which the features of `feature` change. */
export const instant = fc.integer({ min: Date.UTC(2025, 11, 31), max: Date.UTC(2026, 1, 1) })

/** Clients, mostly clients that customer lists name. */
const client = fc.oneof(
  fc.constantFrom('ann', 'bob', '10', 10),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.integer(),
)

/** Evaluation contexts; some have no id, or an invalid one. */
export const context = fc.oneof(
  { arbitrary: client.map((id) => ({ id })), weight: 4 },
  {
    arbitrary: fc.record(
      {
        id: client,
        plan: fc.constantFrom('pro', 'ann', '', ['free', 'pro']),
        version: fc.constantFrom('1.2', '2.0.1', 'v3.0.0-rc.1', 'none'),
        age: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant('2')),
        a: fc.record({ b: fc.constantFrom('ann', 'pro') }),
      },
      { requiredKeys: [] },
    ),
    weight: 4,
  },
  { arbitrary: fc.record({ id: json }, { requiredKeys: [] }), weight: 1 },
  { arbitrary: jsonObject, weight: 1 },
)

const leaf = fc.oneof(
  fc.record({
    attribute: fc.constantFrom('id', 'plan', '/a/b', 'version'),
    operator: fc.constantFrom('is', 'startsWith', 'contains'),
    value: fc.constantFrom('ann', 'pro', ''),
  }),
  fc.record({
    attribute: fc.constant('age'),
    operator: fc.constantFrom('atLeast', 'lessThan'),
    value: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    attribute: fc.constant('version'),
    operator: fc.constantFrom('versionAtLeast', 'versionBelow'),
    values: fc.array(fc.constantFrom('1', '2.0.1', 'v3'), { maxLength: 2 }),
  }),
  fc.record({ attribute: fc.constantFrom('id', 'plan'), operator: fc.constantFrom('exists', 'missing') }),
  fc.constant({ attribute: 'id', operator: 'matches', value: '^a|1' }),
  fc.record({ time: fc.record({ days: fc.constant(['MO', 'WE', 'SA']), timezone: fc.constant('Asia/Kolkata') }) }),
  fc.record({ time: fc.record({ startTime: hour, endTime: hour }) }),
  fc.record({ segment: goodId }),
)

/** Conditions over these leaves, at most three levels deep. */
const conditionOf = (leaves: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 2 },
      leaves,
      fc.record({ not: tie('node') }),
      fc.record({ all: fc.array(tie('node'), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('node'), { maxLength: 3 }) }),
    ),
  })).node

const prerequisite = fc.record({ feature: goodId, active: fc.boolean() })

/** Any condition. */
const condition = conditionOf(fc.oneof({ arbitrary: leaf, weight: 4 }, { arbitrary: prerequisite, weight: 1 }))

/** The strategy RULES with such conditions. */
const rulesWith = (when: fc.Arbitrary<unknown>) =>
  parameters('RULES', {
    rules: fc.array(
      fc.record(
        {
          when,
          percentage: fc.constantFrom(0, 20, 50, 100),
          by: fc.constantFrom('id', 'plan'),
          salt: fc.constantFrom('s', ''),
          active: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 3 },
    ),
    otherwise: fc.constantFrom(undefined, true, false),
  })

const strategy = fc.oneof(
  rulesWith(conditionOf(leaf)),
  fc.constant({ activationStrategy: 'NO_STRATEGY' as const }),
  parameters('RELEASE_DATE', {
    releaseDate: fc.tuple(day, time).map(([date, at]) => `${date}/01/2026 ${at}`),
    timezone,
  }),
  fc
    .tuple(localDate, localDate, timezone)
    .map(([one, other, zone]) => [...[one, other].sort(), zone] as const)
    .map(([from, to, zone]) => ({
      activationStrategy: 'DATE_RANGE' as const,
      parameters: { from: from as string, to: to as string, ...(zone && { timezone: zone }) },
    })),
  parameters('HOUR_RANGE', { startDate: hour, endDate: hour, timezone }),
  parameters('PERCENTAGE', {
    percentage: fc.double({ min: 0, max: 100, noNaN: true }).map(unlessRounded),
    salt: fc.constantFrom(undefined, 's'),
  }),
  parameters('CUSTOMERS_LIST', { customers: fc.array(fc.constantFrom('ann', 'bob', '10', '')) }),
  parameters('SCRIPT', { type: fc.constant('javascript'), script: fc.constant('function enabled() {}') }),
  parameters('GLOBAL_SCRIPT', { ref: goodId }),
)

function parameters<N extends string, P extends Record<string, unknown>>(
  activationStrategy: N,
  model: { [K in keyof P]: fc.Arbitrary<P[K]> },
) {
  const sent = fc
    .record(model)
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)))
  return sent.map((values) => ({ activationStrategy, parameters: values }))
}

/** A feature of any strategy, with the given id. */
const featureOf = (id: string): fc.Arbitrary<Feature> =>
  fc
    .record({
      common: fc.record(
        {
          enabled: fc.boolean(),
          description: fc.string({ unit: 'binary' }),
          tags: fc.array(fc.string(), { maxLength: 2 }),
          metadata: jsonObject,
        },
        { requiredKeys: ['enabled'] },
      ),
      strategy,
    })
    .map(({ common, strategy }) => ({ id, ...common, ...strategy }) as Feature)

/** Features of any strategy. */
const feature = goodId.chain(featureOf)

/** Features with rules that refer to other features, and features of any strategy. Some are invalid: circles, say. */
export const referringFeatures = (id: fc.Arbitrary<string>): fc.Arbitrary<Feature[]> =>
  fc.array(
    fc.oneof(
      { arbitrary: id.chain(featureOf), weight: 2 },
      {
        arbitrary: fc
          .record({ id, enabled: fc.constantFrom(true, true, true, false), strategy: rulesWith(condition) })
          .map(({ strategy, ...one }) => ({ ...one, ...strategy }) as unknown as Feature),
        weight: 1,
      },
    ),
    { maxLength: 12 },
  )

/** Segments. Some are invalid: circles, say. */
export const segments = fc.array(
  fc.record(
    {
      id: goodId,
      when: condition,
      included: fc.array(fc.constantFrom('ann', '10')),
      excluded: fc.constantFrom(['bob']),
    },
    { requiredKeys: ['id'] },
  ) as fc.Arbitrary<Segment>,
  { maxLength: 6 },
)

/** Features with distinct ids. */
export const featuresUnder = (id: fc.Arbitrary<string>): fc.Arbitrary<Feature[]> =>
  fc.uniqueArray(id, { maxLength: 12 }).chain((ids) => fc.tuple(...ids.map(featureOf)))

/** Features; some have one member that is invalid, missing or unknown. */
export const maybeFeature = fc.oneof(
  { arbitrary: feature as fc.Arbitrary<unknown>, weight: 6 },
  {
    arbitrary: fc
      .tuple(
        feature,
        fc.constantFrom('id', 'enabled', 'activationStrategy', 'parameters', 'tags', 'colour', 'active'),
        json,
      )
      .map(([whole, member, value]) => ({ ...whole, [member]: value })),
    weight: 2,
  },
  { arbitrary: fc.tuple(feature, fc.constantFrom('id', 'enabled', 'parameters')).map(without), weight: 1 },
  { arbitrary: json, weight: 1 },
)

/** Segments, some of them invalid. */
export const maybeSegment = fc.oneof(
  {
    arbitrary: fc.record(
      { id: maybeId, when: condition, included: fc.array(goodId), excluded: fc.array(goodId) },
      { requiredKeys: ['id'] },
    ) as fc.Arbitrary<unknown>,
    weight: 6,
  },
  { arbitrary: fc.record({ id: goodId, when: json }), weight: 1 },
  { arbitrary: json, weight: 1 },
)

const ruleOfConfig = fc.oneof(
  fc.record({ name: fc.constantFrom('r', 's'), when: condition, value: json }, { requiredKeys: ['value'] }),
  fc.record(
    {
      when: condition,
      split: fc
        .array(fc.record({ weight: fc.constantFrom(0, 1, 2, 2.5), value: json }), { maxLength: 3 })
        .map((arms) => arms.map((arm, i) => ({ name: `arm ${i}`, ...arm }))),
      by: fc.constantFrom('id', 'plan'),
      salt: fc.constantFrom('s', ''),
      hash: fc.constant('unleash'),
    },
    { requiredKeys: ['split'] },
  ),
)

/** Configs, some of them invalid. */
export const maybeConfig = fc.oneof(
  {
    arbitrary: fc.record({
      id: maybeId,
      value: json,
      rules: fc.array(ruleOfConfig, { maxLength: 3 }),
    }) as fc.Arbitrary<unknown>,
    weight: 3,
  },
  { arbitrary: fc.record({ id: maybeId, value: json }) as fc.Arbitrary<unknown>, weight: 6 },
  { arbitrary: fc.record({ id: goodId, value: fc.constantFrom('{"a": 1}', ' [1]', '{x', '1') }), weight: 2 },
  { arbitrary: json, weight: 1 },
)

function without([whole, member]: [object, string]): unknown {
  const { [member]: _, ...rest } = whole as Record<string, unknown>
  return rest
}

/** Patterns that select some ids, all, or none. */
export const pattern = fc.oneof(
  fc.constantFrom('*', '', 'a*', 'a:*', '*:b', '!a*', 'a,b', '*,!a:*', '__proto__'),
  fc.stringMatching(/^[ab:*,!_%]{0,6}$/),
)
