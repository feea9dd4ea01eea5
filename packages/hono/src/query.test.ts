import { describe, expect, it } from 'vitest'
import { errorOf, feature, mounted } from './mounted.fixture.ts'

describe('a parameter of a query', () => {
  const { call } = mounted()

  it.each([
    ['/api/features?patern=shop:*', 'patern', 'pattern'],
    ['/api/features?rendr=tree', 'rendr', 'render'],
    ['/api/features?Active=true', 'Active', 'active'],
    ['/api/apis?fitler.state=published', 'fitler.state', 'filter.state'],
    ['/api/apis?sort=name:asc', 'sort', 'sorted'],
    ['/api/events?domain=Feature', 'domain', 'domains'],
    ['/api/_search?patterns=a', 'patterns', 'pattern'],
  ])('%s is rejected: %s resembles %s', async (path, name, like) => {
    const answer = await call('GET', path)
    expect(answer.status).toBe(400)
    expect(await errorOf(answer)).toMatchObject({
      detail: `The call is invalid: ${name} is an unknown parameter (did you mean ${like}?)`,
      fieldErrors: { [name]: [{ message: 'error.unknown.parameter', args: [like] }] },
    })
  })

  it.each([
    '/api/features?_=1767225600000&utm_source=mail&x',
    '/api/features?pattern=a&active=true&page=1&pageSize=2',
    '/api/features?render=tree&active=true',
    '/api/apis?filter.state=published&sorted=name:asc',
    '/api/_health?v=1',
  ])('%s is ignored, because it resembles no parameter', async (path) => {
    expect((await call('GET', path)).status).toBe(200)
  })

  it('is rejected before anything is written', async () => {
    const lines = `${JSON.stringify(feature('a'))}\n`
    const headers = { 'Content-Type': 'application/nd-json' }
    expect((await call('POST', '/api/features.ndjson?dryrun=true', { body: lines, headers })).status).toBe(400)
    expect(await (await call('GET', '/api/counts/features')).json()).toEqual({ count: 0 })
  })
})
