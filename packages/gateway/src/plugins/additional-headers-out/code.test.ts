import type { JsonObject } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { compiled, responded } from '../compiled.fixture.ts'

describe('AdditionalHeadersOut', () => {
  const respond = (headers: JsonObject, ofBackend: readonly string[]) =>
    responded('AdditionalHeadersOut', { headers }, ofBackend)

  it('sets headers of the response, in place of those of the backend', () => {
    expect(respond({ Server: 'api', 'X-Route': '${route.id}' }, ['server', 'nginx'])).toEqual([
      ...['server', 'api', 'X-Route', 'shop:orders'],
    ])
  })

  it('removes a header of the backend if the value refers to something absent', () => {
    expect(respond({ 'X-User': '${consumer.id}' }, ['X-User', 'root'])).toEqual([])
  })

  it('sets headers of refusals, too', () => {
    expect(compiled('AdditionalHeadersOut', { headers: { 'X-A': '1' } }).onRefusal).toBe(true)
  })
})
