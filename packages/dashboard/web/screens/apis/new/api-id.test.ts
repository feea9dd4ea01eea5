import { expect, it } from 'vitest'
import { apiIdProblem, idFromTitle } from './api-id.ts'

it.each(['billing', 'billing-v2', 'a.b_c@d', 'x'.repeat(512)])('%s is an id of an API', (id) => {
  expect(apiIdProblem(id)).toBeUndefined()
})

it.each(['', 'shop:billing', 'a b', '.', '..', 'drafts.ndjson', 'x'.repeat(513)])('%j is no id of an API', (id) => {
  expect(apiIdProblem(id)).toBeTypeOf('string')
})

it.each([
  ['Petstore (v2)', 'petstore-v2'],
  ['  Rückgaben & Käufe ', 'ruckgaben-kaufe'],
  ['.hidden.', 'hidden'],
  ['日本', ''],
])('%j becomes the id %j', (title, id) => {
  expect(idFromTitle(title)).toBe(id)
})
