import { expect, it } from 'vitest'
import { problemOfType, typeOfArrived } from './media-types.ts'

it.each([
  ['text/markdown', undefined, true],
  ['text/markdown', 'text/plain', true],
  ['text/markdown', 'image/png', true],
  ['text/markdown', 'text/html', false],
  ['text/html', 'text/html', true],
  ['application/json', 'text/html', false],
  ['application/json', 'application/octet-stream', true],
  ['image/svg+xml', 'text/plain', true],
  ['image/png', 'image/webp', true],
  ['image/png', 'application/json', false],
  ['image/png', 'text/html', false],
])('a document that is to be %s may be sent as %s: %s', (expected, given, may) => {
  expect(problemOfType(expected, given) === undefined).toBe(may)
})

it.each([
  ['text/markdown', undefined, 'text/markdown'],
  ['text/markdown', 'text/plain', 'text/markdown'],
  ['text/markdown', 'text/x-markdown', 'text/markdown'],
  ['text/markdown', 'image/svg+xml', 'image/svg+xml'],
  ['text/markdown', 'application/pdf', 'application/pdf'],
  ['text/markdown', 'application/vnd.oai.openapi+json', 'application/vnd.oai.openapi+json'],
  ['text/markdown', 'text/x-yaml', 'text/x-yaml'],
  ['text/markdown', 'application/javascript', 'text/markdown'],
  ['image/png', 'image/webp', 'image/png'],
  ['text/plain', 'image/png', 'text/plain'],
])('a document that is to be %s, and is sent as %s, is %s', (expected, given, type) => {
  expect(typeOfArrived(expected, given)).toBe(type)
})
