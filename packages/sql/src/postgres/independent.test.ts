import { expect, it } from 'vitest'
import type { CommitRequest, TextChange } from '../request.ts'
import { isIndependent } from './independent.ts'

const request = (...changes: TextChange[]): CommitRequest => ({ changes, drafts: [], events: [], logged: [] })
const put = (key: string, collection = 'left') => ({ op: 'put', collection, key, text: '1' }) as const
const drop = (key: string) => ({ op: 'delete', collection: 'left', key }) as const
const check = (key: string) => ({ op: 'check', collection: 'left', key, expected: '1' }) as const
const dropAll = { op: 'deletePrefix', collection: 'left', prefix: 'a' } as const

it.each([
  ['no requests', []],
  ['writes of different records', [request(put('a'), drop('b')), request(put('c'))]],
  ['writes of the same key in different collections', [request(put('a')), request(put('a', 'right'))]],
  ['several checks of a record that nobody writes', [request(check('a'), put('b')), request(check('a'), put('c'))]],
])('%s are independent', (_, group) => {
  expect(isIndependent(group)).toBe(true)
})

it.each([
  ['two writes of a record', [request(put('a')), request(drop('a'))]],
  ['two writes of a record by one request', [request(put('a'), put('a'))]],
  ['a write and a later check', [request(put('a')), request(check('a'))]],
  ['a check and a later write', [request(check('a')), request(put('a'))]],
  ['a deletion by prefix, which may concern any record,', [request(dropAll)]],
])('%s are not independent', (_, group) => {
  expect(isIndependent(group)).toBe(false)
})
