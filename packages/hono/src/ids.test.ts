import { describe, expect, it } from 'vitest'
import { errorOf, feature, mounted } from './mounted.fixture.ts'

const json = { 'Content-Type': 'application/json' }

describe('ids', () => {
  const { call } = mounted()

  it.each(['__proto__', 'constructor', 'toString', 'a:__proto__:b', 'hasOwnProperty'])(
    '%s is a valid id',
    async (id) => {
      expect((await call('GET', `/api/features/${id}`)).status).toBe(404)
      expect((await call('POST', '/api/features', { json: feature(id) })).status).toBe(201)
      expect(await (await call('GET', `/api/features/${id}`)).json()).toEqual(feature(id))
      const tree = await (await call('GET', `/api/tree/features?pattern=${id}`)).text()
      expect(tree).toContain('"active":true')
      expect(Object.hasOwn(Object.prototype, 'active')).toBe(false)
    },
  )

  it('as unknown members are rejected by name', async () => {
    const body = '{"id":"x","enabled":true,"activationStrategy":"NO_STRATEGY","__proto__":{"polluted":1}}'
    const answer = await call('POST', '/api/features', { headers: json, body })
    expect(answer.status).toBe(400)
    expect(Object.keys((await errorOf(answer)).fieldErrors)).toEqual(['/__proto__'])
  })

  it.each([
    ['of 10,000 characters', 'x'.repeat(10_000)],
    ['with an escaped slash', 'a%2Fb'],
    ['that is half an escape', '%E0%A4%A'],
    ['that is no escape', '%zz'],
    ['that is no UTF-8', '%FF'],
    ['with a null character', 'a%00b'],
    ['with an empty segment', 'a::b'],
    ['with a space', 'a%20b'],
  ])('%s are 400', async (_, id) => {
    for (const [method, sent] of [
      ['GET', {}],
      ['DELETE', {}],
      ['PUT', { json: feature('a') }],
    ] as const) {
      const answer = await call(method, `/api/features/${id}`, sent)
      expect(answer.status).toBe(400)
      expect(await errorOf(answer)).toMatchObject({ code: 'INVALID', fieldErrors: { id: [{}] } })
    }
  })
})
