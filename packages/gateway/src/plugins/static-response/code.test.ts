import type { JsonObject } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../plugin-api/hooks.ts'
import { asked } from '../compiled.fixture.ts'

describe('StaticResponse', () => {
  const text = (body: unknown) => new TextDecoder().decode(body as Uint8Array)
  const answered = (config: JsonObject, method = 'GET') =>
    (asked('StaticResponse', config, { method }) as { answer: Answer }).answer

  it('is an empty 200 by default', () => {
    expect(answered({})).toEqual({ status: 200, headers: [] })
  })

  it('has the configured status, headers and body', () => {
    const { body, ...head } = answered({
      status: 418,
      headers: { 'Content-Type': 'text/plain', 'X-A': '1' },
      body: 'é',
    })
    expect(head).toEqual({ status: 418, headers: ['Content-Type', 'text/plain', 'X-A', '1'] })
    expect(text(body)).toBe('é')
  })

  it('can have any bytes', () => {
    expect(answered({ body_base64: 'AP8=' }).body).toEqual(Uint8Array.of(0, 255))
  })

  it.each<[what: string, config: JsonObject, method: string]>([
    ['for HEAD', { body: 'x' }, 'HEAD'],
    ['with 204', { body: 'x', status: 204 }, 'GET'],
    ['with 304', { body: 'x', status: 304 }, 'GET'],
  ])('has no body %s', (_, config, method) => {
    expect(answered(config, method).body).toBeUndefined()
  })
})
