import { expect, it } from 'vitest'
import { checkResponse } from './response-framing.ts'

it.each([
  [199, [], 'The status 199 of the response is invalid'],
  [600, [], 'The status 600 of the response is invalid'],
  [200, ['Transfer-Encoding', 'chunked, gzip'], 'The Transfer-Encoding of the response is not supported'],
  [200, ['transfer-encoding', 'chunked\t'], 'The Transfer-Encoding of the response is not supported'],
  [200, ['Content-Length', '1', 'content-length', '1'], 'The response says in more than one way where it ends'],
  [
    200,
    ['Content-Length', '1', 'Transfer-Encoding', 'chunked'],
    'The response says in more than one way where it ends',
  ],
])('a response with the status %i and %j is not passed on', (status, headers, problem) => {
  expect(checkResponse(status, headers)).toBe(problem)
})

it.each([[['Content-Length', '1']], [['Transfer-Encoding', 'Chunked']], [[]]])(
  'a response with %j is passed on',
  (headers) => {
    expect(checkResponse(200, headers)).toBeUndefined()
  },
)
