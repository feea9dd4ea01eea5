import { expect, it } from 'vitest'
import { demoRecordsIn, linesOf } from './demo-records.ts'

const own = { kind: 'configs', id: 'demo:contents' }
const sale = { kind: 'features', id: 'demo:sale' }
const shop = { kind: 'apis', id: 'demo-shop' }

it('a list of the demo names its records', () => {
  expect(demoRecordsIn({ at: 1, records: [shop, sale, own] })).toEqual([shop, sale, own])
  expect(demoRecordsIn({ records: [{ ...sale, force: true }, own] })).toEqual([sale, own])
})

const others = 'users apikeys gatewaykeys webhooks scripts workflows error-templates credentials drafts subscriptions'
const strange = 'Features __proto__ constructor toString'

it.each<[string, unknown]>([
  ...[...others.split(' '), ...strange.split(' '), '', 1, null, undefined, ['features'], {}].map(
    (kind): [string, unknown] => [`of the kind ${JSON.stringify(kind)}`, { ...sale, kind }],
  ),
  ...['prod:pay', 'demo', 'demo:', 'demo-', 'DEMO:sale', ' demo:sale', 'demon:x', 'demo_x', 'x\ndemo:sale', ''].map(
    (id): [string, unknown] => [`with the id ${JSON.stringify(id)}`, { ...sale, id }],
  ),
  ...[1, null, undefined, ['demo:sale'], {}].map((id): [string, unknown] => [
    `with ${JSON.stringify(id)} as its id`,
    { ...sale, id },
  ]),
  ...[null, undefined, 'demo:sale', 1, [], {}].map((one): [string, unknown] => [`like ${JSON.stringify(one)}`, one]),
  ['that it names twice', own],
])('a list with a record %s is not that of a demo', (_, record) => {
  expect(demoRecordsIn({ records: [record, own] })).toBeUndefined()
  expect(demoRecordsIn({ records: [sale, own, record] })).toBeUndefined()
})

it.each([undefined, null, 1, 'text', [], {}, { records: null }, { records: {} }, { records: 'x' }, { records: [] }])(
  '%j is no list of a demo',
  (contents) => expect(demoRecordsIn(contents)).toBeUndefined(),
)

it('more records than a demo has, or a list that does not name itself, are no demo', () => {
  const many = Array.from({ length: 1001 }, (_, i) => ({ ...sale, id: `demo:${i}` }))
  expect(demoRecordsIn({ records: [...many, own] })).toBeUndefined()
  expect(demoRecordsIn({ records: [sale] })).toBeUndefined()
})

it('records are listed by kind', () => {
  expect(linesOf([own, shop, sale, { ...sale, id: 'demo:chat' }])).toEqual([
    '2 features: demo:sale, demo:chat',
    '1 config: demo:contents',
    '1 API: demo-shop',
  ])
})
