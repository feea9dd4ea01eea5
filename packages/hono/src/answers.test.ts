import { describe, expect, it } from 'vitest'
import { errorOf, feature, mounted } from './mounted.fixture.ts'

describe('the entity tag of a record', () => {
  it('changes with the record, and only then', async () => {
    const { call } = mounted()
    const created = (await call('POST', '/api/features', { json: feature('a') })).headers.get('ETag')
    expect(created).toMatch(/^".+"$/)
    expect((await call('GET', '/api/features/a')).headers.get('ETag')).toBe(created)
    expect((await call('HEAD', '/api/features/a')).headers.get('ETag')).toBe(created)
    const same = await call('PUT', '/api/features/a', { json: feature('a') })
    expect(same.headers.get('ETag')).toBe(created)
    const changed = await call('PUT', '/api/features/a', { json: { ...feature('a'), enabled: false } })
    expect(changed.headers.get('ETag')).not.toBe(created)
  })

  it('turns an unchanged record into 304 without a body', async () => {
    const { call } = mounted()
    const tag = (await call('POST', '/api/configs', { json: { id: 'a', value: 1 } })).headers.get('ETag') ?? ''
    for (const given of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await call('GET', '/api/configs/a', { headers: { 'If-None-Match': given } })
      expect([answer.status, answer.headers.get('ETag'), await answer.text()]).toEqual([304, tag, ''])
    }
    expect((await call('GET', '/api/configs/a', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
    expect((await call('HEAD', '/api/configs/a', { headers: { 'If-None-Match': tag } })).status).toBe(304)
  })

  it('causes no 304 if related data has changed', async () => {
    const { call, box } = mounted()
    await box.apis.create({ body: { id: 'a', name: 'A' } })
    const deployment = await box.apis.deployments.create({ id: 'a' })
    await box.apis.draft.patch({ id: 'a', body: { name: 'B' } })
    const read = async (path: string, tag = '"none"') => call('GET', path, { headers: { 'If-None-Match': tag } })
    const tagOf = async (path: string) => (await read(path)).headers.get('ETag') ?? ''
    const draft = await tagOf('/api/apis/a/draft')
    await box.apis.patch({ id: 'a', body: { state: 'deprecated' } })
    expect(await (await read('/api/apis/a/draft', draft)).json()).toMatchObject({ state: 'deprecated' })
    const saved = await tagOf('/api/apis/a')
    await box.apis.deployments.import({ body: [{ ...deployment, id: 'other' }] })
    expect(await (await read('/api/apis/a', saved)).json()).toMatchObject({ deployments: [{}, {}] })
  })

  it.each(['PUT', 'PATCH', 'DELETE'])('guards %s', async (method) => {
    const { call } = mounted()
    const stale = (await call('POST', '/api/features', { json: feature('a') })).headers.get('ETag') ?? ''
    await call('PUT', '/api/features/a', { json: { ...feature('a'), enabled: false } })
    const json = { PUT: feature('a'), PATCH: [{ op: 'replace', path: '/enabled', value: true }] }[method]
    const refused = await call(method, '/api/features/a', { json, headers: { 'If-Match': stale } })
    expect(refused.status).toBe(412)
    expect(await errorOf(refused)).toMatchObject({ code: 'PRECONDITION_FAILED', errors: [{ args: ['a'] }] })
    expect(await (await call('GET', '/api/features/a')).json()).toMatchObject({ enabled: false })

    const fresh = (await call('GET', '/api/features/a')).headers.get('ETag') ?? ''
    expect(
      (await call(method, '/api/features/a', { json, headers: { 'If-Match': `${stale}, ${fresh}` } })).status,
    ).toBe(200)
  })
})

describe('HEAD', () => {
  const { call } = mounted()
  const paths = [
    '/api/features',
    '/api/features?render=tree',
    '/api/features/a',
    '/api/features/a/check',
    '/api/tree/features',
    '/api/features.ndjson',
    '/api/counts/features',
    '/api/configs',
    '/api/tree/configs',
    '/api/configs.ndjson',
    '/api/_search',
    '/api/_health',
    '/api/events',
    '/api/events/Feature',
  ]

  it.each(paths)('%s responds like GET, without a body', async (path) => {
    await call('POST', '/api/features', { json: feature('a') })
    const get = await call('GET', path)
    await get.body?.cancel()
    const head = await call('HEAD', path)
    expect(head.status).toBe(200)
    expect([...head.headers]).toEqual([...get.headers])
    expect(await head.text()).toBe('')
  })

  it('rejects what GET rejects', async () => {
    expect((await call('HEAD', '/api/features/unknown')).status).toBe(404)
    expect((await call('HEAD', '/api/events?domains=Nothing')).status).toBe(400)
    expect((await call('HEAD', '/api/features?page=0')).status).toBe(400)
  })
})

describe('downloads', () => {
  it.each([
    ['features', feature('a')],
    ['configs', { id: 'a', value: { b: 1 } }],
  ])('of %s have a file name', async (plural, record) => {
    const { call } = mounted()
    await call('POST', `/api/${plural}`, { json: record })
    const answer = await call('GET', `/api/${plural}.ndjson`)
    expect(answer.headers.get('Content-Type')).toBe('application/nd-json')
    expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename=${plural}.ndjson`)
    expect(await answer.text()).toBe(`${JSON.stringify(record)}\n`)
  })
})

describe('the query', () => {
  const { call } = mounted()

  it('can have unknown parameters', async () => {
    expect((await call('GET', '/api/features?utm_source=mail&__proto__=1')).status).toBe(200)
  })

  it.each([
    ['/api/features?page=abc', 'page'],
    ['/api/features?page=0', 'page'],
    ['/api/features?page=1.5', 'page'],
    ['/api/features?pageSize=1001', 'pageSize'],
    ['/api/features?active=yes', 'active'],
    ['/api/events?lastEventId=abc', 'lastEventId'],
    ['/api/_search?limit=51', 'limit'],
  ])('%s is rejected by name', async (path, parameter) => {
    const answer = await call('GET', path)
    expect(answer.status).toBe(400)
    expect(Object.keys((await errorOf(answer)).fieldErrors)).toEqual([parameter])
  })

  it('names every parameter that is wrong', async () => {
    const { fieldErrors } = await errorOf(await call('GET', '/api/features?page=0&pageSize=0&active=1'))
    expect(Object.keys(fieldErrors).sort()).toEqual(['active', 'page', 'pageSize'])
  })

  it('takes patterns as they are, never as regular expressions', async () => {
    await call('POST', '/api/features', { json: feature('a') })
    for (const pattern of ['[', '(a+)+$', '\\', '.', '%5B', ''])
      expect(await (await call('GET', `/api/features?pattern=${encodeURIComponent(pattern)}`)).json()).toMatchObject({
        results: [],
        metadata: { count: 0, nbPages: 0 },
      })
  })
})
