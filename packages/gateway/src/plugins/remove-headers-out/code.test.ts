import { expect, it } from 'vitest'
import { responded } from '../compiled.fixture.ts'

it('RemoveHeadersOut removes headers in any case from responses, but none that frame them', () => {
  const config = { header_names: ['X-A', 'content-length', 'Transfer-Encoding', 'Host'] }
  const headers = ['x-a', '1', 'Host', 'a.example', 'X-B', '2', 'X-A', '3', 'Content-Length', '0']
  const left = ['Host', 'a.example', 'X-B', '2', 'Content-Length', '0']
  expect(responded('RemoveHeadersOut', config, headers)).toEqual(left)
})
