import { describe, expect, it } from 'vitest'
import { errorOf, feature, mounted, type Sent } from './mounted.fixture.ts'

const json = { 'Content-Type': 'application/json' }
const text = JSON.stringify(feature('a'))

describe('the media type of a body', () => {
  const put = (headers: Record<string, string>) => {
    const { call } = mounted()
    return call('POST', '/api/features', { headers, body: new TextEncoder().encode(text) })
  }

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json; charset=utf8',
  ])('%s is read', async (type) => {
    expect((await put({ 'Content-Type': type })).status).toBe(201)
  })

  it.each([
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/nd-json',
    'application/jsonp',
    ', application/json',
  ])('%s is 415', async (type) => {
    const answer = await put({ 'Content-Type': type })
    expect(answer.status).toBe(415)
    expect(await errorOf(answer)).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      errors: [{ message: 'error.media.type' }],
    })
  })

  it('is 415 when it is missing', async () => {
    expect((await put({})).status).toBe(415)
    const { call } = mounted()
    expect((await call('POST', '/api/features.ndjson', { body: new TextEncoder().encode(text) })).status).toBe(415)
  })

  it('can be JSON Patch only where patches are accepted', async () => {
    const { call } = mounted()
    const patch = { headers: { 'Content-Type': 'application/json-patch+json' }, body: '[]' }
    await call('POST', '/api/features', { json: feature('a') })
    expect((await call('PATCH', '/api/features/a', patch)).status).toBe(200)
    expect((await call('PUT', '/api/features/a', patch)).status).toBe(415)
  })
})

describe('the size of a body', () => {
  const limit = 1000
  const post = (sent: Sent) => mounted({ bodyLimit: limit }).call('POST', '/api/features', sent)
  const padded = (bytes: number) => text + ' '.repeat(bytes - text.length)

  it('can reach the limit, but not exceed it', async () => {
    expect((await post({ headers: json, body: padded(limit) })).status).toBe(201)
    const answer = await post({ headers: json, body: padded(limit + 1) })
    expect(answer.status).toBe(413)
    expect(await errorOf(answer)).toMatchObject({ code: 'TOO_LARGE', errors: [{ args: ['1000'] }] })
  })

  it('may be announced to be the limit', async () => {
    const headers = { ...json, 'Content-Length': String(limit) }
    expect((await post({ headers, body: padded(limit) })).status).toBe(201)
  })

  it('is rejected by Content-Length, before it is read', async () => {
    const pulled = endless()
    const answer = await post({ headers: { ...json, 'Content-Length': '1001' }, body: pulled.body })
    expect(answer.status).toBe(413)
    expect(pulled.bytes()).toBeLessThanOrEqual(100)
  })

  it('is counted without Content-Length, and reading stops at the limit', async () => {
    const pulled = endless()
    expect((await post({ headers: json, body: pulled.body })).status).toBe(413)
    expect(pulled.bytes()).toBeLessThanOrEqual(limit + 200)
    expect(pulled.isCancelled()).toBe(true)
  })

  it('can arrive in any chunks', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...feature('a'), description: 'çà 🚦' }))
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect(await (await post({ headers: json, body })).json()).toMatchObject({ description: 'çà 🚦' })
  })
})

describe('an invalid body', () => {
  const { call } = mounted()
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  it.each([
    ['blanks', ' ', 'error.json'],
    ['half of it', '{"id":"a"', 'error.json'],
    ['two values', `${text}${text}`, 'error.json'],
    ['a byte order mark and more', '\uFEFF\uFEFF{}', 'error.json'],
    ['a member twice', '{"id":"a","id":"b","enabled":true,"activationStrategy":"NO_STRATEGY"}', 'error.json.duplicate'],
    ['a member twice, once escaped', '{"enabled":true,"\\u0065nabled":false}', 'error.json.duplicate'],
  ])('%s is 400', async (_, body, message) => {
    const answer = await call('POST', '/api/features', { headers: json, body })
    expect(answer.status).toBe(400)
    expect((await errorOf(answer)).errors).toMatchObject([{ message }])
  })

  const digits = '9007199254740993'
  const [patch, merge] = ['application/json-patch+json', 'application/merge-patch+json']

  it.each([
    ['a record', 'POST', 'configs', 'application/json', `{"id":"a","value":{"account":${digits}}}`, '/value/account'],
    ['a typed record', 'POST', 'configs', 'application/json', `{"id":"a","type":"number","value":${digits}}`, '/value'],
    ['metadata', 'PUT', 'features/a', 'application/json', `{"metadata":{"a/b":[0,-${digits}]}}`, '/metadata/a~1b/1'],
    ['a merge patch', 'PATCH', 'configs/a', merge, `{"value":${digits}}`, '/value'],
    ['a JSON Patch', 'PATCH', 'configs/a', patch, `[{"op":"add","path":"/value","value":${digits}}]`, '/0/value'],
    ['a context', 'POST', 'features/a/check', 'application/json', `{"account":${digits}}`, '/account'],
    ['a context of many', 'POST', 'features/_checks', 'application/json', `{"account":[${digits}]}`, '/account/0'],
    ['a context of configs', 'POST', 'configs/a/evaluate', 'application/json', `{"account":${digits}}`, '/account'],
    ['a context of a tree', 'POST', 'tree/features', 'application/json', `{"account":${digits}}`, '/account'],
    ['a client', 'POST', 'experiments/a/displayed?clientId=a', 'application/json', `{"id":${digits}}`, '/id'],
    ['a condition', 'POST', 'segments', 'application/json', `{"when":{"values":[1,${digits}]}}`, '/when/values/1'],
  ])('an integer that loses digits in %s is 400 with its pointer', async (_, method, path, type, body, pointer) => {
    const answer = await call(method, `/api/${path}`, { headers: { 'Content-Type': type }, body })
    expect(answer.status).toBe(400)
    const { detail, fieldErrors } = await errorOf(answer)
    expect(fieldErrors).toEqual({ [pointer]: [{ message: 'error.integer.precision', args: ['9007199254740991'] }] })
    expect(detail).toContain('write it as a text, in quotes')
  })

  it('an integer that loses digits in a context of OFREP is an invalid context', async () => {
    const body = `{"context":{"account":${digits}}}`
    const answer = await call('POST', '/ofrep/v1/evaluate/flags/a', { headers: json, body })
    expect(answer.status).toBe(400)
    expect(await errorOf(answer)).toMatchObject({
      errorCode: 'INVALID_CONTEXT',
      errorDetails: expect.stringContaining('/context/account'),
    })
  })

  it('an integer that loses digits in a line rejects that line alone', async () => {
    const { call } = mounted()
    const line = (id: string, value: string) => `{"id":"${id}","value":${value}}\n`
    const headers = { 'Content-Type': 'application/nd-json' }
    const body = line('a', '9007199254740992') + line('b', `[${digits}]`) + line('c', `"${digits}"`)
    const answer = await call('POST', '/api/configs.ndjson', { headers, body })
    expect(await answer.json()).toEqual({
      success: 2,
      errors: {
        errors: [{ message: 'error.line.invalid', args: ['2', expect.stringContaining('The integer at /value/0')] }],
        fieldErrors: { '/2/value/0': [{ message: 'error.integer.precision', args: ['9007199254740991'] }] },
      },
    })
  })

  it('a missing body is 400', async () => {
    for (const [path, mediaType] of [
      ['features', 'application/json'],
      ['apis/_import', 'application/yaml'],
    ] as const) {
      const answer = await call('POST', `/api/${path}`, { headers: { 'Content-Type': mediaType }, body: '' })
      expect(answer.status).toBe(400)
      expect((await errorOf(answer)).fieldErrors).toEqual({ '': [{ message: 'error.required', args: [] }] })
    }
  })

  it('bytes that are not UTF-8 are 400', async () => {
    const body = new Uint8Array([...new TextEncoder().encode('{"id":"'), 0xff, 0xfe, 0x22, 0x7d])
    const answer = await call('POST', '/api/features', { headers: json, body })
    expect([answer.status, (await errorOf(answer)).errors[0]?.message]).toEqual([400, 'error.body.encoding'])
  })

  it('a truncated body is a client error, and not reported', async () => {
    const reports: unknown[] = []
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('ECONNRESET')) })
    const { call } = mounted({ report: (error) => reports.push(error) })
    const answer = await call('POST', '/api/features', { headers: json, body })
    expect([answer.status, (await errorOf(answer)).errors[0]?.message]).toEqual([400, 'error.body.incomplete'])
    expect(reports).toEqual([])
  })

  it.each(['[]', 'null', '1', '"text"', 'true'])('%s is not a feature: 400', async (body) => {
    expect((await call('POST', '/api/features', { headers: json, body })).status).toBe(400)
  })

  it('100,000 levels of nesting are 400 in any place', async () => {
    const deep = nested(100_000)
    const answers = [
      await call('POST', '/api/features', { headers: json, body: deep }),
      await call('POST', '/api/configs', { headers: json, body: `{"id":"deep","value":${deep}}` }),
      await call('POST', '/api/features/_checks', { headers: json, body: deep }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
    await call('POST', '/api/configs', { json: { id: 'a', value: {} } })
    const patch = `[{"op":"add","path":"/value/deep","value":${deep}}]`
    expect((await call('PATCH', '/api/configs/a', { headers: json, body: patch })).status).toBe(400)
  })

  it('names all invalid members at once', async () => {
    const answer = await call('POST', '/api/features', {
      json: { enabled: 'yes', activationStrategy: 'NO_STRATEGY', extra: 1 },
    })
    expect(Object.keys((await errorOf(answer)).fieldErrors).sort()).toEqual(['/enabled', '/extra', '/id'])
  })
})

/** An endless body that counts how many bytes were read. */
function endless() {
  let bytes = 0
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      bytes += 100
      controller.enqueue(new Uint8Array(100).fill(0x20))
    },
    cancel() {
      cancelled = true
    },
  })
  return { body, bytes: () => bytes, isCancelled: () => cancelled }
}
