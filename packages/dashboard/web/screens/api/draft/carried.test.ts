import { expect, it } from 'vitest'
import { changesOf } from '../../../values/changes.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { carried } from './carried.ts'

const api = (part: object): GatewayApi => ({ id: 'shop', name: 'Shop', state: 'staging', ...part })
const edits = (saved: GatewayApi, value: GatewayApi) => ({ saved, value, changes: changesOf(saved, value) })

it('what others saved before they published the API is not taken back', () => {
  const mine = edits(api({ description: 'Old' }), api({ description: 'Old', version: '2' }))
  const draft = api({ description: 'Theirs', state: 'published' })
  expect(carried(mine, draft)).toEqual({ ...draft, version: '2' })
})

it('a draft does not become the API when the API is taken out of service', () => {
  const draft = api({ description: 'Saved in the draft', state: 'published' })
  const mine = edits(draft, { ...draft, version: '2' })
  expect(carried(mine, api({ state: 'removed' }))).toEqual(api({ state: 'removed', version: '2' }))
})

it('a member that both changed is mine', () => {
  const mine = edits(api({ description: 'Old' }), api({ description: 'Mine' }))
  expect(carried(mine, api({ description: 'Theirs' }))).toEqual(api({ description: 'Mine' }))
})

it('without changes, nothing is carried', () => {
  expect(carried(edits(api({}), api({})), api({}))).toBeUndefined()
})
