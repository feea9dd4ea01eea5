import { expect, test } from 'vitest'
import { partOf } from './part-of.ts'

test.each([
  ['/routes/0/backend', 'routes'],
  ['/documentation/plans/1/status', 'plans'],
  ['/documentation/home', 'documentation'],
  ['/clients_backend_config/0', 'backends'],
  ['/clients', 'clients'],
  ['/domain', 'exposition'],
  ['/draft', undefined],
  ['', undefined],
])('%s is shown in the part %s', (pointer, part) => {
  expect(partOf(pointer)).toBe(part)
})
