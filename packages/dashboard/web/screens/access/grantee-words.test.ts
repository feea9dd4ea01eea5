import { expect, it } from 'vitest'
import { flatRows } from './flat-rows.ts'
import { foundGrantees, rightsWords } from './grantee-words.ts'

const ada = { id: 'ada', name: 'Ada Lovelace', email: 'ada@shop.example', temporary: true }
const root = { id: 'root', name: 'Root', admin: true, authorizedPatterns: [{ pattern: '*' }] }
const app = { clientId: 'app-7', name: 'Mobile app', authorizedPatterns: [{ pattern: '*' }, { pattern: 'a' }] }
const all = [ada, root, app]

it('says in words what somebody may do', () => {
  expect(all.map(rightsWords)).toEqual(['no grants', 'admin', '2 grants'])
})

it.each([
  ['', all],
  ['love ADA', [ada]],
  ['shop.example', [ada]],
  ['temporary', [ada]],
  ['admin', [root]],
  ['app-7', [app]],
  ['ada root', []],
])('searches for %j in ids, names, addresses and words', (search, found) => {
  expect(foundGrantees(all, search)).toEqual(found)
})

it('is a list of rows without groups', () => {
  const rows = flatRows(all)
  expect([rows.length, rows.keyAt(2), rows.rowOf('root'), rows.rowOf('eve')]).toEqual([3, 'app-7', 1, undefined])
  expect(rows.at(0)).toMatchObject({ key: 'ada', level: 1, position: 1, siblings: 3 })
})
