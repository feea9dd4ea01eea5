import type { Signalbox } from '@signalbox/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { cookieOf, feature, mounted, pair, password, seeded } from './access.fixture.ts'

let box: Signalbox
let call: ReturnType<typeof mounted>

beforeEach(async () => {
  box = await seeded()
  call = mounted(box)
})

const listen = (headers: HeadersInit, path = '/api/events') => call('GET', path, { headers })

describe('an event stream over HTTP', () => {
  it('contains readable events, and ends when its key is deleted', async () => {
    const answer = await listen(pair('inside'))
    await box.features.create({ body: feature('b:x') })
    await box.features.create({ body: feature('a:y') })
    await box.apiKeys.delete({ id: 'inside' })
    await box.features.create({ body: feature('a:z') })
    const text = await answer.text()
    expect([...text.matchAll(/"key":"([^"]*)"/g)].map(([, key]) => key)).toEqual(['a:y'])
  })

  it('ends with its session', async () => {
    const login = await call('POST', '/api/login', { json: { userId: 'u', password } })
    const Cookie = `signalbox_session=${cookieOf(login)}`
    const answer = await listen({ Cookie })
    expect((await call('POST', '/api/logout', { headers: { Cookie } })).status).toBe(200)
    expect(await answer.text()).toBe(': keep-alive\n\n')
  })

  it('of an admin domain is empty for others', async () => {
    const answer = await listen(pair('inside'), '/api/events/ApiKey')
    await box.apiKeys.create({ body: { name: 'new' } })
    await box.apiKeys.delete({ id: 'inside' })
    expect(await answer.text()).toBe(': keep-alive\n\n')
  })

  it('is available to every caller, by HEAD too', async () => {
    expect((await listen({})).status).toBe(401)
    expect((await call('HEAD', '/api/events')).status).toBe(401)
    expect((await call('HEAD', '/api/features/a:x')).status).toBe(401)
    expect((await call('HEAD', '/api/apikeys', { headers: pair('inside') })).status).toBe(403)
  })
})

describe('a percent-encoded id in a path', () => {
  it.each([
    ['/api/features/a%3Ax', 200],
    ['/api/features/%61:x', 200],
    ['/api/features/b%3Ax', 403],
    ['/api/features/a%3Ax?id=b:x', 200],
    ['/api/features/b:x?id=a:x', 403],
    ['/api/features/a:x%2F..%2Fb:x', 400],
    ['/api/features/b:x%2F..%2Fa:x', 403],
    ['/api/features/a:*', 400],
    ['/api/features/*', 403],
    ['/api/features/a:%252A', 400],
    ['/api/features/a:x%00', 400],
    ['/api/features/%ZZ', 403],
  ])('%s: %i', async (path, status) => {
    await box.features.create({ body: feature('b:x') })
    expect((await call('GET', path, { headers: pair('inside') })).status).toBe(status)
  })
})
