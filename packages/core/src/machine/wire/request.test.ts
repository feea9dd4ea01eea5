import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDecoder, decodeOptions, encodeRequest, type WireRequest } from '../../entries/wire.ts'
import { ndjson, type Operation } from '../../operation.ts'
import { object, Type } from '../schema/schema.ts'

const operation: Operation = {
  method: 'POST',
  path: '/api/things/{id}/parts/{part}',
  summary: 'Do something',
  access: 'open',
  params: { id: Type.String(), part: Type.String() },
  query: object({
    text: Type.Optional(Type.String()),
    count: Type.Optional(Type.Integer()),
    flag: Type.Optional(Type.Boolean()),
    filter: Type.Optional(Type.Record(Type.String(), Type.String())),
  }),
  body: Type.Unknown(),
  response: Type.Unknown(),
  conditional: true,
  accepts: ['application/json-patch+json'],
}
const upload: Operation = { ...operation, path: '/upload', params: {}, body: ndjson(Type.Unknown()) }
const plain: Operation = { method: 'GET', path: '/plain', summary: '', access: 'open', response: Type.Unknown() }
const base = 'http://signalbox.test'

/** The path parameters as a router reads them. */
function paramsOf({ path }: Operation, request: Request): Record<string, string> {
  const names = [...path.matchAll(/{(\w+)}/g)].map(([, name]) => name as string)
  const values = new RegExp(`${path.replace(/{\w+}/g, '([^/]+)')}$`).exec(new URL(request.url).pathname) as string[]
  return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i + 1] as string)]))
}

const limits = (bytes: number) => ({ bodyLimit: bytes, apiBodyLimit: 2 * bytes })
const decode = (one: Operation, request: Request, limit = 1024 * 1024) =>
  createDecoder(one, limits(limit))(request, paramsOf(one, request))

async function collect(values: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const value of values) all.push(value)
  return all
}

describe('a request', () => {
  it('is decoded to the inputs of the caller', async () => {
    const text = fc.string({ unit: 'binary' })
    const id = fc.string({ unit: 'binary', minLength: 1 }).filter((one) => one !== '.' && one !== '..')
    const input = fc.record(
      {
        id,
        part: id,
        text,
        count: fc.integer(),
        flag: fc.boolean(),
        filter: fc.dictionary(text, text, { minKeys: 1, noNullPrototype: true }),
        body: fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
      },
      { requiredKeys: ['id', 'part', 'body'] },
    )
    await fc.assert(
      fc.asyncProperty(input, async (sent) => {
        expect(await decode(operation, encodeRequest(operation, base, sent))).toEqual(sent)
      }),
    )
  })

  describe('for an action whose body needs no member', () => {
    const action: Operation = { ...operation, body: object({ text: Type.Optional(Type.String()) }) }
    const send = (one: Operation, headers: Record<string, string>, body?: string) =>
      decode(
        one,
        new Request(`${base}/api/things/a/parts/b`, { method: 'POST', headers, ...(body !== undefined && { body }) }),
      )
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

    it('can have no body, with any Content-Type', async () => {
      for (const headers of [{}, form, { 'Content-Type': 'application/json' }])
        for (const body of [undefined, '']) expect(await send(action, headers, body)).toMatchObject({ body: {} })
      const { body } = await decode(action, encodeRequest(action, base, { id: 'a', part: 'b' }))
      expect(body).toEqual({})
    })

    it('has a Content-Type for a body', async () => {
      expect(await send(action, { 'Content-Type': 'application/json' }, '{"text":"t"}')).toMatchObject({
        body: { text: 't' },
      })
      await expect(send(action, form, '{}')).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    })

    it.each([
      ['a record', { ...action, path: '/api/things', params: {} }],
      ['a replaced record', { ...action, method: 'PUT' }],
      ['an object of any members', { ...action, body: Type.Unsafe({ type: 'object' }) }],
      ['a body with a required member', { ...action, body: object({ text: Type.String() }) }],
    ] as [string, Operation][])('is rejected without %s', async (_, one) => {
      await expect(createDecoder(one, limits(100))(new Request(base, { method: 'POST' }), {})).rejects.toMatchObject({
        code: 'UNSUPPORTED_MEDIA_TYPE',
      })
    })
  })

  it('with a patch that does not match its media type is rejected', async () => {
    const patch: Operation = { ...operation, accepts: ['application/json-patch+json', 'application/merge-patch+json'] }
    const send = (type: string, body: string) => {
      const request = new Request(`${base}/api/things/a/parts/b`, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      })
      return decode(patch, request)
    }
    expect(await send('application/merge-patch+json; charset=utf-8', '{"a":1}')).toMatchObject({ body: { a: 1 } })
    expect(await send('application/json-patch+json', '[]')).toMatchObject({ body: [] })
    const wrong = (shape: string) => ({
      code: 'INVALID',
      fieldErrors: { '': [{ message: 'error.type', args: [shape] }] },
    })
    for (const body of ['[]', '[{"op":"remove","path":"/a"}]', '1', 'null'])
      await expect(send('Application/Merge-Patch+json;charset=utf-8', body)).rejects.toMatchObject(wrong('object'))
    await expect(send('application/json-patch+json', '{"a":1}')).rejects.toMatchObject(wrong('array'))
    await expect(send('application/json-patch+json', '{"a":1}')).rejects.toThrow(
      'A body of the type application/json-patch+json must be an array of operations (a JSON Patch, RFC 6902); send an object of the members to change as application/merge-patch+json or application/json',
    )
  })

  it('is decoded to a stream of any values', async () => {
    const value = fc.jsonValue({ maxDepth: 2 }).map((one) => JSON.parse(JSON.stringify(one)) as unknown)
    await fc.assert(
      fc.asyncProperty(fc.array(value), async (values) => {
        const { body } = await decode(upload, encodeRequest(upload, base, { body: values }))
        expect(await collect(body as AsyncIterable<unknown>)).toEqual(values)
      }),
    )
  })

  it.each([
    ['http://signalbox.test', 'http://signalbox.test/plain'],
    ['http://signalbox.test/', 'http://signalbox.test/plain'],
    ['http://signalbox.test/below/here', 'http://signalbox.test/below/here/plain'],
    ['http://signalbox.test/below/', 'http://signalbox.test/below/plain'],
  ])('to %s goes to %s', (baseUrl, url) => {
    expect(encodeRequest(plain, baseUrl, {}).url).toBe(url)
  })

  it('omits undefined parameters, and keeps the query of its path', () => {
    const fixed = { ...plain, path: '/plain?render=tree' }
    expect(encodeRequest(fixed, base, { a: undefined, b: '', c: '&=?' }).url).toBe(
      'http://signalbox.test/plain?render=tree&b=&c=%26%3D%3F',
    )
  })

  it('encodes options as headers, and decodes them', () => {
    const { signal } = new AbortController()
    const request = encodeRequest(operation, base, { id: 'a', part: 'b' }, { lastEventId: 17, ifMatch: '"1"', signal })
    expect(request.headers.get('Last-Event-Id')).toBe('17')
    expect(decodeOptions(operation, request)).toEqual({ ifMatch: '"1"' })
    expect(decodeOptions({ ...plain, response: ndjson(Type.Unknown()) }, request)).toEqual({
      lastEventId: 17,
      signal: request.signal,
    })
    expect(decodeOptions(upload, request)).toEqual({ signal: request.signal })
    expect(decodeOptions(plain, request)).toEqual({})
  })

  it.each([
    ...['Incident 42', '100% sure', 'Füße & «日本»', '50%20', ' ', ' a '],
    ...['a\r\nX-Evil: b', '😀'.repeat(250), '%ED%A0%80'],
  ])('encodes the reason %j, and decodes it', (reason) => {
    const request = encodeRequest(operation, base, { id: 'a', part: 'b' }, { reason })
    expect(decodeOptions(operation, request)).toEqual({ reason })
    expect(decodeOptions({ ...operation, method: 'GET' }, request)).toEqual({})
  })

  it('carries the trace context of a call as a header', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const request = encodeRequest(plain, base, {}, { traceparent })
    expect(request.headers.get('traceparent')).toBe(traceparent)
    expect(decodeOptions(plain, request)).toEqual({ traceparent })
  })

  it.each(['ifMatch', 'idempotencyKey'] as const)('rejects %s that no header can carry, as an invalid call', (name) => {
    for (const value of ['"1"\nX: y', '"1"\r\n', 'a\0', '\x7f', 'ключ', '\n'])
      expect(() => encodeRequest(plain, base, {}, { [name]: value })).toThrow(
        expect.objectContaining({
          code: 'INVALID',
          message: expect.stringContaining(name),
          fieldErrors: { [name]: [{ message: 'error.type', args: ['string'] }] },
        }),
      )
  })

  it('encodes any option of a call, or rejects it as invalid', () => {
    const text = fc.string({ unit: 'binary' })
    const options = fc.record(
      { ifMatch: text, idempotencyKey: text, reason: text, traceparent: text },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(options, (given) => {
        try {
          encodeRequest(plain, base, {}, given)
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID' })
        }
      }),
    )
  })

  it('rejects a reason that is no Unicode text', () => {
    expect(() => encodeRequest(operation, base, { id: 'a', part: 'b' }, { reason: 'a\ud800' })).toThrow(
      expect.objectContaining({ code: 'INVALID' }),
    )
  })

  it('decodes a reason that was not encoded', () => {
    const request = new Request(base, { method: 'DELETE', headers: { 'X-Change-Reason': '100% sure' } })
    expect(decodeOptions({ ...plain, method: 'DELETE' }, request)).toEqual({ reason: '100% sure' })
  })
})

describe('a text of the query', () => {
  const read = async (query: string) => {
    const { id, part, body, ...rest } = await decode(
      operation,
      new Request(`${base}/api/things/a/parts/b?${query}`, {
        method: 'POST',
        body: '1',
        headers: { 'Content-Type': 'application/json' },
      }),
    )
    return rest
  }

  it.each<[string, Record<string, unknown>]>([
    ['count=1', { count: 1 }],
    ['count=-1', { count: -1 }],
    ['count=007', { count: 7 }],
    ['count=1790000000000001', { count: 1790000000000001 }],
    ['count=9007199254740991', { count: 9007199254740991 }],
    ['count=9007199254740993', { count: '9007199254740993' }],
    ['count=', { count: '' }],
    ['count=1.5', { count: '1.5' }],
    ['count=1e3', { count: '1e3' }],
    ['count=0x10', { count: '0x10' }],
    ['count=%201', { count: ' 1' }],
    ['flag=true', { flag: true }],
    ['flag=false', { flag: false }],
    ['flag=1', { flag: '1' }],
    ['flag=TRUE', { flag: 'TRUE' }],
    ['flag', { flag: '' }],
    ['text=1', { text: '1' }],
    ['text=a%2Cb+c', { text: 'a,b c' }],
    ['id=other&part=other&body=other&unknown=1', {}],
    ['id=1&id=2&unknown=1&unknown=2', {}],
  ])('%s is read as %j', async (query, expected) => {
    expect(await read(query)).toEqual(expected)
  })

  it.each([
    ['count=1&count=2', 'count'],
    ['count=1&flag=true&count=1', 'count'],
    ['text=&text', 'text'],
    ['te%78t=a&text=b', 'text'],
    ['flag=true&flag=false', 'flag'],
  ])('%s is rejected, because %s is there twice', async (query, name) => {
    await expect(read(query)).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining(`${name} is there more than once`),
      fieldErrors: { [name]: [{ message: 'error.parameter.repeated', args: [] }] },
    })
  })
})

describe('a body', () => {
  const withType = (type: string | undefined, body: BodyInit = '{"a":1}') => {
    const request = new Request(`${base}/api/things/a/parts/b`, { method: 'POST', body })
    request.headers.delete('Content-Type')
    if (type !== undefined) request.headers.set('Content-Type', type)
    return request
  }
  const json = (body: BodyInit) => withType('application/json', body)

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8; x=y',
  ])('of the type %s is read', async (type) => {
    expect(await decode(operation, withType(type))).toMatchObject({ body: { a: 1 } })
  })

  it.each([
    undefined,
    '',
    'text/plain',
    'application/nd-json',
    'application/jsonx',
    'text/plain; application/json',
    'application/json; charset=iso-8859-1',
    'application/x-www-form-urlencoded',
  ])('of the type %s is rejected', async (type) => {
    await expect(decode(operation, withType(type))).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      errors: [{ message: 'error.media.type', args: ['application/json', 'application/json-patch+json'] }],
    })
  })

  it.each(['application/nd-json', 'application/x-ndjson', 'application/ndjson', 'application/x-ndjson; charset=utf-8'])(
    'of lines can have the type %s',
    async (type) => {
      const { body } = await createDecoder(upload, limits(100))(withType(type, '1\n2'), {})
      expect(await collect(body as AsyncIterable<unknown>)).toEqual([1, 2])
    },
  )

  it.each([
    ['blanks', ' '],
    ['no JSON', '{"a":'],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['a member twice', '{"a":1,"a":2}'],
  ])('with %s is invalid', async (_, body) => {
    await expect(decode(operation, json(body))).rejects.toMatchObject({ code: 'INVALID' })
  })

  it('of exactly the limit is read, one byte more is rejected', async () => {
    const body = JSON.stringify('x'.repeat(98))
    expect(await decode(operation, json(body), 100)).toMatchObject({ body: 'x'.repeat(98) })
    await expect(decode(operation, json(body), 99)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      errors: [{ message: 'error.body.size', args: ['99'] }],
    })
  })

  it('with a too large Content-Length is not read', async () => {
    const request: WireRequest = {
      url: `${base}/`,
      headers: new Headers({ 'Content-Type': 'application/json', 'Content-Length': '101' }),
      body: null,
      signal: new AbortController().signal,
      arrayBuffer: () => Promise.reject(new Error('it was read')),
    }
    await expect(createDecoder(operation, limits(100))(request, {})).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  describe('with a member that does not count', () => {
    const api: Operation = { ...operation, limit: 'apiBodyLimit', uncounted: 'deployments' }
    const sized = (deployments: unknown, rest: number) => ({ deployments, rest: 'x'.repeat(rest) })

    it('is accepted with any value of that member', async () => {
      const large = [{ apiDefinition: { routes: ['x'.repeat(500)] } }]
      for (const deployments of [[], large])
        expect(await decode(api, json(JSON.stringify(sized(deployments, 150))), 100)).toMatchObject({
          body: sized(null, 150),
        })
    })

    it('is rejected if the rest is too large, with advice', async () => {
      await expect(decode(api, json(JSON.stringify(sized(['x'.repeat(500)], 200))), 100)).rejects.toMatchObject({
        code: 'TOO_LARGE',
        message: expect.stringContaining('SIGNALBOX_API_BODY_LIMIT'),
        errors: [{ message: 'error.body.size', args: ['200'] }],
      })
      await expect(decode(operation, json(JSON.stringify(sized([], 150))), 100)).rejects.toMatchObject({
        message: expect.stringContaining('SIGNALBOX_BODY_LIMIT'),
      })
    })

    it('is read up to a multiple of the limit', async () => {
      await expect(decode(api, json(JSON.stringify(sized('x'.repeat(20_000), 1))), 100)).rejects.toMatchObject({
        code: 'TOO_LARGE',
      })
    })
  })

  it('without Content-Length is read up to the limit', async () => {
    let sent = 0
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 10
        controller.enqueue(new Uint8Array(10))
      },
      cancel() {
        cancelled = true
      },
    })
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { 'Content-Type': 'application/json' },
    }
    const request = new Request(`${base}/api/things/a/parts/b`, init)
    await expect(decode(operation, request, 100)).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect(cancelled).toBe(true)
    expect(sent).toBeLessThanOrEqual(130)
  })
})

describe('the header Last-Event-Id', () => {
  const stream = { ...plain, response: ndjson(Type.Unknown()) }
  const read = (text: string) =>
    decodeOptions(stream, new Request(base, { headers: { 'Last-Event-Id': text } })).lastEventId

  it.each([
    ['0', 0],
    ['1790000000000001', 1790000000000001],
    ['', undefined],
  ])('%j is read as %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it.each(['-1', '1.5', 'x', '1,2', '99999999999999999', '0x1'])('%s is rejected', (text) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        fieldErrors: { 'Last-Event-Id': [{ message: 'error.type', args: ['integer'] }] },
      }),
    )
  })
})
