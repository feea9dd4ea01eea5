import { expect, it } from 'vitest'
import { documentPlace, partAt } from './places.ts'

const api = { routes: [{ id: 'get-pet' }, { id: 'put-pet' }], backends: [{ id: 'main' }] }

it.each([
  ['/routes/1', 'Route put-pet'],
  ['/routes/0/frontend/methods', 'Route get-pet: frontend.methods'],
  ['/backends/0/backend/root', 'Backend main: backend.root'],
  ['/routes', 'Routes'],
  ['/routes/7', 'Routes'],
  ['/description', 'description'],
])('%s is %s', (pointer, part) => {
  expect(partAt(api, pointer)).toBe(part)
})

it.each([
  ['/paths/~1pets~1{id}/get', 'GET /pets/{id}'],
  ['/paths/~1pets/post/requestBody/content', 'POST /pets · requestBody · content'],
  ['/paths/~1pets/parameters/0', '/pets · parameters · 0'],
  ['/paths', '/paths'],
  ['/servers/0/url', '/servers/0/url'],
  ['', 'the document'],
])('%s is the place %s', (pointer, place) => {
  expect(documentPlace(pointer)).toBe(place)
})
