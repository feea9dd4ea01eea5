import { expect, it } from 'vitest'
import { contentsIn, demoNames } from './demo-contents.ts'

const at = Date.UTC(2026, 0)
const contents = { at, records: demoNames }

it('takes what the demo writes, in any order', () => {
  for (const value of [contents, { at, records: demoNames.toReversed() }]) expect(contentsIn(value)).toBe(value)
})

it.each<[string, unknown]>([
  ...[undefined, null, 1, 'text', true, [], {}].map((value): [string, unknown] => [JSON.stringify(value), value]),
  ...[undefined, null, '2026', Number.NaN, 1.5, -1, 0, 1e18, Number.POSITIVE_INFINITY, {}].map(
    (wrong): [string, unknown] => [`at ${wrong}`, { ...contents, at: wrong }],
  ),
  ...[undefined, null, 'x', {}, { length: demoNames.length }].map((wrong): [string, unknown] => [
    `records ${JSON.stringify(wrong)}`,
    { ...contents, records: wrong },
  ]),
  ['no records', { ...contents, records: [] }],
  ['records that are no objects', { ...contents, records: demoNames.map(() => null) }],
  ['fewer records', { ...contents, records: demoNames.slice(1) }],
  ['more records', { ...contents, records: [...demoNames, { kind: 'users', id: 'alice' }] }],
  ['another record', { ...contents, records: [{ kind: 'features', id: 'prod:pay' }, ...demoNames.slice(1)] }],
  ['a record twice', { ...contents, records: [demoNames[1], ...demoNames.slice(1)] }],
  ['another kind', { ...contents, records: [{ ...demoNames[0], kind: 'users' }, ...demoNames.slice(1)] }],
  ['a list as an id', { ...contents, records: [{ ...demoNames[0], id: [demoNames[0]?.id] }, ...demoNames.slice(1)] }],
])('takes nothing else: %s', (_, value) => {
  expect(contentsIn(value)).toBeUndefined()
})
