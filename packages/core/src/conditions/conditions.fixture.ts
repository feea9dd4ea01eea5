import fc from 'fast-check'
import { timeZone } from '../machine/time/time.ts'
import { compileCondition } from './compile.ts'
import type { Condition } from './condition.ts'
import type { Context } from './context.ts'
import type { CompiledCondition, ConditionEnvironment } from './environment.ts'
import type { OperatorName } from './operators/index.ts'
import { patternEngine } from './pattern-engine.ts'
import type { TimeWindow } from './time-window.ts'

/** Segments and features for tests. `odd` is unresolved where `id` is not listed. */
const known: Readonly<Record<string, CompiledCondition>> = {
  everybody: { isTrue: () => true },
  nobody: { isTrue: () => false },
  french: { isTrue: (context) => context?.country === 'FR' },
  odd: { isTrue: (context) => context?.id === 'listed', isUnresolved: (context) => context?.id !== 'listed' },
}

/** An environment with segments and features of the same names: `everybody`, `nobody`, `french` and `odd`. */
export const environment: ConditionEnvironment = {
  clock: () => Date.parse('2026-05-01T12:00:00Z'),
  zone: timeZone('UTC'),
  segment: (id) => (Object.hasOwn(known, id) ? known[id] : undefined),
  feature: (id) => (Object.hasOwn(known, id) ? known[id] : undefined),
  patterns: patternEngine,
}

/** Whether a condition is true in a context. */
export const isTrue = (condition: Condition, context?: Context): boolean =>
  compileCondition(condition, environment).isTrue(context)

/** Whether an operator with these members is true for an attribute. */
export const holds = (
  members: Omit<Extract<Condition, { attribute: string }>, 'attribute'>,
  attribute: unknown,
): boolean => isTrue({ attribute: 'a', ...members }, { a: attribute })

const anyName = fc.constantFrom('country', 'age', 'id', '/user/name', 'since', 'token', 'tags')
const anyScalar = fc.constantFrom(
  'FR',
  'fr',
  'DE',
  '',
  '7',
  7,
  7.5,
  '7.5',
  10,
  true,
  '2026-05-01',
  '1.2.3',
  'v2',
  '10.0.0.1',
)
const anyDate = fc.constantFrom('2026-05-01', '2026-05-01T12:00:00Z', 1_777_636_800_000)

/** Values that each group of operators takes. */
const anyLeaf: fc.Arbitrary<Condition> = fc
  .record({
    attribute: anyName,
    group: fc.constantFrom(
      { operators: ['is'] as const, value: anyScalar },
      { operators: ['startsWith', 'endsWith', 'contains'] as const, value: fc.constantFrom('F', 'R', '', '7') },
      { operators: ['matches'] as const, value: fc.constantFrom('^F', 'R$', '\\d') },
      { operators: ['lessThan', 'atMost', 'atLeast', 'moreThan'] as const, value: fc.constantFrom(7, '7', 7.5, 10) },
      { operators: ['before', 'after'] as const, value: anyDate },
      { operators: ['versionBelow', 'versionAtLeast', 'versionIs'] as const, value: fc.constantFrom('1', '1.2.3', 2) },
      { operators: ['inNetwork'] as const, value: fc.constantFrom('10.0.0.0/8', '::/0') },
    ),
  })
  .chain(({ attribute, group: { operators, value } }) => {
    const operator = fc.constantFrom<OperatorName>(...operators)
    const several = fc.array(value as fc.Arbitrary<string | number | boolean>, { maxLength: 3 })
    return fc.oneof(
      fc.record({ attribute: fc.constant(attribute), operator, value }),
      fc.record({ attribute: fc.constant(attribute), operator, values: several }),
      fc.record({ attribute: fc.constant(attribute), operator: fc.constantFrom<OperatorName>('exists', 'missing') }),
    ) as fc.Arbitrary<Condition>
  })

const anyId = fc.constantFrom('everybody', 'nobody', 'french', 'odd', 'absent')
const anyTime = fc.constantFrom<TimeWindow>(
  { from: '2026-05-01' },
  { to: '2026-04-30' },
  { days: ['FR'] },
  { startTime: '13:00' },
)

/** Any condition, with references that may be unresolved. */
export const anyCondition: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyLeaf,
    fc.record({ segment: anyId }),
    fc.record({ feature: anyId, active: fc.boolean() }, { requiredKeys: ['feature'] }),
    fc.record({ time: anyTime }),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ not: tie('condition') }),
  ),
})).condition

const anyAttribute = fc.oneof(
  anyScalar,
  anyDate,
  fc.constant(null),
  fc.array(anyScalar, { maxLength: 3 }),
  fc.constant({}),
)

/** Any context, or none. */
export const anyContext: fc.Arbitrary<Context | undefined> = fc.option(
  fc.record(
    {
      ...{ country: anyAttribute, age: anyAttribute, since: anyAttribute, token: anyAttribute, tags: anyAttribute },
      id: fc.constantFrom<unknown>('listed', 'other', 7, true),
      user: fc.record({ name: anyAttribute }),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
)
