import fc from 'fast-check'
import { goodId, json, maybeId } from './arbitraries.fixture.ts'

/** Clients from a small set; sometimes one with an invalid id. */
export const client = fc.oneof(
  { arbitrary: fc.constantFrom('ann', 'bob', 'b:c', 'c', '__proto__', 'ü /?#'), weight: 6 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 6 }), weight: 1 },
)

const traffic = fc.constantFrom([0.5, 0.5], [0.9, 0.1], [0, 1], [1], [0.2, 0.3, 0.5], [0.5, 0.6])
const variants = traffic.map((shares) =>
  shares.map((share, i) => ({ id: ['A', 'B', 'C'][i], name: `Variant ${i}`, traffic: share })),
)

/** Experiments, some of them invalid. */
export const maybeExperiment = fc.oneof(
  {
    arbitrary: fc.record(
      {
        id: goodId,
        name: fc.constantFrom('one', 'other'),
        enabled: fc.constantFrom(true, true, false),
        variants,
        tags: fc.array(fc.string(), { maxLength: 2 }),
      },
      { requiredKeys: ['id', 'name', 'enabled', 'variants'] },
    ) as fc.Arbitrary<unknown>,
    weight: 7,
  },
  { arbitrary: fc.record({ id: maybeId, name: json, enabled: json, variants: json }), weight: 1 },
  { arbitrary: json, weight: 1 },
)

/** Lines of bindings; some name an experiment or variant that does not exist. */
export const binding = fc.oneof(
  {
    arbitrary: fc.record({
      variantBindingKey: fc.tuple(goodId, client).map((parts) => parts.join(':')),
      variantId: fc.constantFrom('A', 'B', 'C'),
    }) as fc.Arbitrary<unknown>,
    weight: 6,
  },
  {
    arbitrary: fc.record({
      variantBindingKey: fc.string(),
      variantId: fc.constantFrom('A', 'B'),
      experimentId: goodId,
      clientId: client,
    }),
    weight: 2,
  },
  { arbitrary: json, weight: 1 },
)

/** Lines of variant events; some name an experiment or variant that does not exist. */
export const variantEvent = fc.oneof(
  {
    arbitrary: fc
      .record({
        id: fc.constantFrom('A:ann:displayed:1', 'A:ann:displayed:2', 'event'),
        experimentId: goodId,
        clientId: client,
        variantId: fc.constantFrom('A', 'B', 'C'),
        variant: fc.constant({ id: 'A', name: 'A', traffic: 0.5, currentPopulation: 1 }),
        date: fc.constantFrom('2026-01-15T10:00:00.000', '2026-01-15T11:30:00.000'),
        transformation: fc.double({ min: 0, max: 100, noNaN: true }),
        '@type': fc.constantFrom('VariantDisplayedEvent', 'VariantWonEvent'),
      })
      .map((event) => ({
        ...event,
        id: event.id === 'event' ? event.id : `${event.experimentId}:${event.id}`,
        variant: { ...event.variant, id: event.variantId },
      })) as fc.Arbitrary<unknown>,
    weight: 6,
  },
  { arbitrary: json, weight: 1 },
)

/** Script sources, some in an unknown language. */
export const source = fc.record({
  type: fc.constantFrom('javascript', 'kotlin', 'scala', 'cobol'),
  script: fc.string({ unit: 'binary' }),
})

/** Global scripts, some of them invalid. */
export const maybeScript = fc.oneof(
  {
    arbitrary: fc.record({
      id: maybeId,
      name: fc.string({ unit: 'binary' }),
      source: fc.oneof(source, fc.string({ unit: 'binary' })),
    }) as fc.Arbitrary<unknown>,
    weight: 6,
  },
  { arbitrary: json, weight: 1 },
)

const byVariant = fc.dictionary(fc.constantFrom('A', 'B', 'Z'), fc.oneof(fc.nat(9), json), { maxKeys: 2 })

/** Lines of phases, for existing experiments and for others. */
export const phases = fc.oneof(
  fc.record(
    {
      experimentId: goodId,
      since: fc.nat(),
      phases: fc.array(fc.record({ traffic: byVariant, bound: byVariant }), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
  json,
)
