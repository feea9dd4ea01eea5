import type { JsonObject } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import { compiled } from '../compiled.fixture.ts'

const sent = (headers: JsonObject, request: Parameters<typeof fakeExchange>[0], reported: unknown[] = []) => {
  const exchange = fakeExchange(request)
  compiled('AdditionalHeadersIn', { headers }, { reported }).request!(exchange)
  return exchange.out.list
}

describe('AdditionalHeadersIn', () => {
  it('adds headers to the request to the backend', () => {
    expect(sent({ 'X-A': '1', 'X-B': '2' }, { headers: ['Accept', '*/*'] })).toEqual([
      ...['Accept', '*/*', 'X-A', '1', 'X-B', '2'],
    ])
  })

  it('replaces what the client sent', () => {
    expect(sent({ 'X-Tenant': 'acme' }, { headers: ['x-tenant', 'a', 'Accept', '*/*', 'X-TENANT', 'b'] })).toEqual([
      ...['Accept', '*/*', 'x-tenant', 'acme'],
    ])
  })

  it('does not change what plugins see of the request', () => {
    const exchange = fakeExchange()
    compiled('AdditionalHeadersIn', { headers: { 'X-A': '1' } }).request!(exchange)
    expect(exchange.headers.has('x-a')).toBe(false)
  })

  it.each<[text: string, value: string | undefined]>([
    ['plain', 'plain'],
    ['', ''],
    ['${req.header.x-client}', 'ann'],
    ['${req.header.X-Client}', 'ann'],
    ['${req.header.x-many}', 'a, b'],
    ['${req.header.x-absent}', undefined],
    ['<${req.header.x-absent}>', undefined],
    ['${req.pathparams.order}', '7'],
    ['${req.pathparams.toString}', undefined],
    ['${consumer.id}', 'ann'],
    ['${route.id}', 'shop:orders'],
    ['${request.id}', 'r-1'],
    ['a-${request.id}-${req.pathparams.order}-b', 'a-r-1-7-b'],
    ['${unknown} $x {y} ${req.header.} $${request.id}', '${unknown} $x {y} ${req.header.} $r-1'],
  ])('sends %j as %j', (text, value) => {
    const request: Partial<Exchange> = { params: { order: '7' }, consumer: { id: 'ann' } }
    const headers = ['X-Client', 'ann', 'X-Many', 'a', 'X-Many', 'b']
    const list = sent({ 'X-New': text }, { ...request, headers })
    expect(list.slice(headers.length)).toEqual(value === undefined ? [] : ['X-New', value])
  })

  it('does not let the header of a client stand for an absent value', () => {
    expect(sent({ 'X-Consumer': '${consumer.id}' }, { headers: ['X-Consumer', 'admin'] })).toEqual([])
  })

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0b', '€', 'a\u007fb'])('leaves out %j, and reports that once', (id) => {
    const reported: unknown[] = []
    const hooks = compiled('AdditionalHeadersIn', { headers: { 'X-User': '${consumer.id}' } }, { reported })
    for (const _ of [1, 2, 3]) {
      const exchange = fakeExchange({ consumer: { id }, headers: ['X-User', 'admin'] })
      hooks.request!(exchange)
      expect(exchange.out.list).toEqual([])
    }
    expect(reported.map(String)).toEqual([expect.stringMatching(/AdditionalHeadersIn.*shop:orders.*X-User/)])
  })

  it('sends characters of Latin-1', () => {
    expect(sent({ 'X-Name': '${req.pathparams.name}' }, { params: { name: 'café' } })).toEqual(['X-Name', 'café'])
  })
})
