import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validate } from '../machine/schema/validate.ts'
import { ajvOptions } from '../machine/schema/validators.ts'
import { type Condition, MOST_LEAVES, MOST_LEVELS, MOST_VALUES } from './condition.ts'
import { conditionSchema } from './condition-schema.ts'
import { anyCondition, holds, isTrue } from './conditions.fixture.ts'
import { operatorNames, operators } from './operators/index.ts'
import type { Operator } from './operators/operator.ts'
import { patternEngine } from './pattern-engine.ts'
import { problemsOfCondition } from './problems.ts'
import { describedCondition } from './schemas.ts'

const problemsOf = (condition: unknown) => problemsOfCondition(condition, { place: '/when', patterns: patternEngine })
/** The codes of the problems by place. */
const codesOf = (condition: unknown) =>
  Object.fromEntries(
    Object.entries(problemsOf(condition)).map(([at, list]) => [at, list.map(({ message }) => message)]),
  )

const leaf: Condition = { attribute: 'country', operator: 'is', value: 'FR' }
const nested = (levels: number): Condition => (levels === 1 ? leaf : { not: nested(levels - 1) })

describe('a valid condition', () => {
  it.each<Condition>([
    leaf,
    { attribute: '/address/city', operator: 'is', values: ['Paris', 7, true], ignoreCase: true },
    { attribute: 'country', operator: 'is', values: [] },
    { segment: 'staff:france' },
    { feature: 'shop:express' },
    { feature: 'shop:express', active: false },
    { time: { from: '2026-05-01 00:00:00', to: '2026-05-31T23:59:59+02:00' } },
    { time: { from: '2026-05-01', to: '2026-05-01', days: ['MO', 'FR'], timezone: 'Europe/Paris' } },
    { time: { startTime: '22:00' } },
    { all: [] },
    { any: [{ all: [leaf] }, { not: leaf }] },
  ])('is %j', (condition) => {
    expect(problemsOf(condition)).toEqual({})
    expect(validate(conditionSchema, condition)).toEqual(condition)
  })

  it('may be nested as deep, and have as many leaves and values, as documented', () => {
    expect(problemsOf(nested(MOST_LEVELS))).toEqual({})
    expect(problemsOf({ any: Array(MOST_LEAVES).fill(leaf) })).toEqual({})
    expect(problemsOf({ attribute: 'a', operator: 'is', values: Array.from({ length: MOST_VALUES }, String) })).toEqual(
      {},
    )
  })
})

describe('an operator', () => {
  it.each(operatorNames)('%s is true for its example', (operator) => {
    const { example, value: schema } = operators[operator] as Operator
    const condition = { operator, ...(schema && { value: example.value as unknown as string }) }
    expect(codesOf({ attribute: example.attribute, ...condition })).toEqual({})
    expect(holds(condition, example.actual)).toBe(true)
  })

  it.each(operatorNames)('%s has one line that says when it is true', (operator) => {
    expect(operators[operator].description).toMatch(/^[A-Z][^\n]{5,90}[^.]$/)
  })

  it('are in the order of the contract', () => {
    expect(operatorNames.join(' ')).toBe(
      'is startsWith endsWith contains matches lessThan atMost atLeast moreThan before after versionBelow ' +
        'versionAtLeast versionIs inNetwork exists missing',
    )
  })
})

describe('an invalid condition', () => {
  it.each<[unknown, Readonly<Record<string, readonly string[]>>]>([
    [undefined, { '': ['error.required'] }],
    [null, { '': ['error.type'] }],
    ['staff', { '': ['error.type'] }],
    [[leaf], { '': ['error.type'] }],
    [{}, { '': ['error.required.any'] }],
    [{ al: [] }, { '': ['error.required.any'], '/al': ['error.unknown.field'] }],
    [JSON.parse('{"__proto__": {"all": []}}'), { '': ['error.required.any'], '/__proto__': ['error.unknown.field'] }],
    [{ segment: 'a', feature: 'b' }, { '': ['error.required.one'] }],
    [{ attribute: 'a', operator: 'is', value: 1, not: leaf }, { '': ['error.required.one'] }],
    [{ segment: 7 }, { '/segment': ['error.type'] }],
    [{ segment: 'no good' }, { '/segment': ['error.pattern'] }],
    [{ segment: 'a', active: true }, { '/active': ['error.unknown.field'] }],
    [{ feature: 'a', active: 'yes' }, { '/active': ['error.type'] }],
    [{ all: leaf }, { '/all': ['error.type'] }],
    [{ not: [] }, { '/not': ['error.type'] }],
    [{ not: null }, { '/not': ['error.type'] }],
    [{ all: [leaf, { any: [leaf, { segment: 7 }] }] }, { '/all/1/any/1/segment': ['error.type'] }],
    [{ attribute: 'a' }, { '/operator': ['error.required'] }],
    [{ attribute: 'a', operator: 7 }, { '/operator': ['error.type', 'error.enum'] }],
    [{ attribute: 'a', operator: 'equals', value: 1 }, { '/operator': ['error.enum'] }],
    [{ attribute: 'a', operator: 'constructor', value: 1 }, { '/operator': ['error.enum'] }],
    [{ attribute: '', operator: 'exists' }, { '/attribute': ['error.length.minimum'] }],
    [{ attribute: '/a~2', operator: 'exists' }, { '/attribute': ['error.format'] }],
    [{ attribute: 'a', operator: 'exists', value: true }, { '/value': ['error.unknown.field'] }],
    [{ attribute: 'a', operator: 'is' }, { '': ['error.required.any'] }],
    [{ attribute: 'a', operator: 'is', value: 1, values: [1] }, { '': ['error.required.one'] }],
    [{ attribute: 'a', operator: 'is', value: null }, { '/value': ['error.type'] }],
    [{ attribute: 'a', operator: 'is', values: 'x' }, { '/values': ['error.type'] }],
    [{ attribute: 'a', operator: 'is', values: ['x', {}] }, { '/values/1': ['error.type'] }],
    [{ attribute: 'a', operator: 'is', value: 'x', ignorecase: true }, { '/ignorecase': ['error.unknown.field'] }],
    [{ attribute: 'a', operator: 'startsWith', value: 7 }, { '/value': ['error.type'] }],
    [{ attribute: 'a', operator: 'lessThan', value: 'ten' }, { '/value': ['error.pattern'] }],
    [{ attribute: 'a', operator: 'lessThan', value: 10, ignoreCase: true }, { '/ignoreCase': ['error.unknown.field'] }],
    [{ attribute: 'a', operator: 'before', values: ['2026-05-01', '2026-02-30'] }, { '/values/1': ['error.format'] }],
    [{ attribute: 'a', operator: 'after', value: '01/05/2026 00:00:00' }, { '/value': ['error.format'] }],
    [{ attribute: 'a', operator: 'versionIs', values: ['1', 'one'] }, { '/values/1': ['error.version'] }],
    [{ attribute: 'a', operator: 'inNetwork', value: '10.0.0.0/33' }, { '/value': ['error.format'] }],
    [{ attribute: 'a', operator: 'inNetwork', values: ['::/129', '::/0'] }, { '/values/0': ['error.format'] }],
    [{ attribute: 'a', operator: 'inNetwork', value: '10.0.0.0/' }, { '/value': ['error.format'] }],
    [{ attribute: 'a', operator: 'matches', value: '(' }, { '/value': ['error.pattern.invalid'] }],
    [{ attribute: 'a', operator: 'matches', value: '(?=a)' }, { '/value': ['error.pattern.invalid'] }],
    [{ attribute: 'a', operator: 'matches', value: '((a{9}){9}){99}' }, { '/value': ['error.pattern.invalid'] }],
    [{ attribute: 'a', operator: 'matches', value: '(\\pL{20}){50}' }, { '/value': ['error.pattern.size'] }],
    [{ attribute: 'a', operator: 'matches', value: 'x'.repeat(257) }, { '/value': ['error.length.maximum'] }],
    [{ time: {} }, { '/time': ['error.required.any'] }],
    [{ time: { timezone: 'UTC' } }, { '/time': ['error.required.any'] }],
    [{ time: { timezone: 'Moon' } }, { '/time/timezone': ['error.format'] }],
    [{ time: { from: 'soon' } }, { '/time/from': ['error.format'] }],
    [{ time: { startTime: '24:00' } }, { '/time/startTime': ['error.format'] }],
    [{ time: { days: [] } }, { '/time/days': ['error.items.minimum'] }],
    [{ time: { days: ['MO', 'XX'] } }, { '/time/days/1': ['error.enum'] }],
    [{ time: { from: '2026-05-02', to: '2026-05-01' } }, { '/time/from': ['error.date.order'] }],
    [{ time: { from: '2026-05-01T10:00:01Z', to: '2026-05-01T10:00:00Z' } }, { '/time/from': ['error.date.order'] }],
    [
      { time: { from: '2026-05-01T12:00:00', to: '2026-05-01T10:00:00Z', timezone: 'UTC' } },
      { '/time/from': ['error.date.order'] },
    ],
    [nested(MOST_LEVELS + 1), { ['/not'.repeat(MOST_LEVELS)]: ['error.depth'] }],
    [nested(190), { ['/not'.repeat(MOST_LEVELS)]: ['error.depth'] }],
    [{ any: Array(MOST_LEAVES + 1).fill(leaf) }, { '': ['error.leaves'] }],
    [
      { attribute: 'a', operator: 'is', values: Array(MOST_VALUES + 1).fill('x') },
      { '/values': ['error.items.maximum'] },
    ],
  ])('is %j', (condition, expected) => {
    const placed = Object.fromEntries(Object.entries(expected).map(([at, codes]) => [`/when${at}`, codes]))
    expect(codesOf(condition)).toEqual(placed)
  })

  it('names the field that was probably meant', () => {
    expect(problemsOf({ attribute: 'a', operater: 'is' })['/when/operator']).toEqual([
      { message: 'error.required', args: [] },
    ])
    expect(problemsOf({ atribute: 'a' })['/when/atribute']).toEqual([
      { message: 'error.unknown.field', args: ['attribute'] },
    ])
  })

  it('does not answer a large value with a larger one', () => {
    const values = Array(MOST_VALUES).fill(null)
    const all = Array(500).fill({ attribute: 'a', operator: 'is', values })
    expect(Object.keys(problemsOf({ all })).length).toBeLessThanOrEqual(1000)
  })
})

describe('the documented schema', () => {
  const ajv = new Ajv2020({ ...ajvOptions, discriminator: false })
  const isValid = ajv.compile({ $id: 'Condition', ...describedCondition('Condition') })
  const isFine = (condition: unknown) => Object.keys(problemsOfCondition(condition)).length === 0

  it('accepts what is accepted, and every example in it', () => {
    fc.assert(
      fc.property(anyCondition, (condition) => {
        if (isFine(condition)) expect([condition, isValid(condition)]).toEqual([condition, true])
      }),
    )
    const { anyOf } = describedCondition('Condition') as { anyOf: { examples?: Condition[] }[] }
    const examples = anyOf.flatMap(({ examples = [] }) => examples)
    expect(examples).toHaveLength(operatorNames.length)
    for (const example of examples) expect([isFine(example), isValid(example)]).toEqual([true, true])
  })

  it.each([{}, { segment: 7 }, { attribute: 'a', operator: 'x' }, { any: [{ not: 7 }] }, { time: { from: 'x' } }])(
    'rejects %j',
    (condition) => {
      expect([isFine(condition), isValid(condition)]).toEqual([false, false])
    },
  )
})

it('whatever is valid can be evaluated', () => {
  fc.assert(
    fc.property(fc.oneof(anyCondition, fc.jsonValue()), (value) => {
      if (Object.keys(problemsOf(value)).length === 0) expect(isTrue(value as Condition, {})).toBeTypeOf('boolean')
    }),
  )
})
