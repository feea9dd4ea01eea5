import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeResponse, encodeError, encodeResponse, errorCodes, PROBLEM_TYPE } from '../../entries/wire.ts'
import { eventStream, ndjson, type Operation } from '../../operation.ts'
import { answered } from '../answers/answer.ts'
import { etagOf } from '../answers/result-metadata.ts'
import { SignalboxError } from '../errors/errors.ts'
import { Type } from '../schema/schema.ts'

const get: Operation = {
  method: 'GET',
  path: '/things/{id}',
  summary: 'Get a thing',
  access: 'open',
  response: Type.Unknown(),
  conditional: true,
}
const download: Operation = { ...get, response: ndjson(Type.Unknown()), filename: 'things.ndjson' }
const subscribe: Operation = { ...get, response: eventStream(Type.Unknown()) }
const anyValue = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)

async function collect(values: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const value of values) all.push(value)
  return all
}

describe('an answer', () => {
  it('is decoded to the value of the handler', async () => {
    await fc.assert(
      fc.asyncProperty(anyValue, async (value) => {
        const plain = { ...get, conditional: undefined } as unknown as Operation
        expect(await decodeResponse(plain, encodeResponse(plain, value))).toEqual(value)
      }),
    )
  })

  it('has its status and type', () => {
    const created = encodeResponse({ ...get, method: 'POST', status: 201 }, { id: 'a' })
    expect([created.status, created.headers.get('Content-Type')]).toEqual([201, 'application/json'])
    expect(encodeResponse(get, {}).status).toBe(200)
  })

  it('is kept by no cache if it is about the caller, or may contain a secret', () => {
    const cachingOf = (operation: Operation) => encodeResponse(operation, {}).headers.get('Cache-Control')
    expect(cachingOf({ ...get, isPersonal: true })).toBe('no-store')
    expect(cachingOf({ ...get, method: 'POST' })).toBe('no-store')
    expect(cachingOf({ ...get, access: 'open' })).toBeNull()
  })

  it.each([
    ['known', undefined],
    ['admin', undefined],
    [{ domain: 'Feature', right: 'R' }, undefined],
    ['known', '"17"'],
  ] as const)('is kept by no shared cache if it depends on the caller: %j, %j', (access, ifNoneMatch) => {
    const answer = answered({}, { version: '17' })
    const { headers } = encodeResponse({ ...get, access }, answer, { ifNoneMatch: ifNoneMatch ?? null })
    expect([headers.get('Cache-Control'), headers.get('ETag')]).toEqual(['private, no-cache', '"17"'])
    expect(encodeError(new SignalboxError('NOT_FOUND', 'none')).headers.get('Cache-Control')).toBe('no-store')
  })

  it('has the version of its record as ETag', async () => {
    const response = encodeResponse(get, answered({ id: 'a' }, { version: '17' }))
    expect(response.headers.get('ETag')).toBe('"17"')
    const record = (await decodeResponse(get, response)) as object
    expect(record).toEqual({ id: 'a' })
    expect(etagOf(record)).toBe('"17"')
  })

  it.each([
    ['GET', '"17"', 304],
    ['GET', 'W/"17"', 304],
    ['GET', '"1", "17"', 304],
    ['GET', '*', 304],
    ['GET', '"18"', 200],
    ['GET', null, 200],
    ['PUT', '"17"', 200],
  ] as const)('to %s with If-None-Match %s is %d', async (method, ifNoneMatch, status) => {
    const response = encodeResponse({ ...get, method }, answered({ id: 'a' }, { version: '17' }), { ifNoneMatch })
    expect([response.status, response.headers.get('ETag')]).toEqual([status, '"17"'])
    expect(await response.text()).toBe(status === 304 ? '' : '{"id":"a"}')
  })
})

describe('a stream as an answer', () => {
  it('of lines is a file to download', async () => {
    const response = encodeResponse(download, [{ a: 1 }, { b: 2 }])
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/nd-json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename=things.ndjson',
    })
    expect(await response.text()).toBe('{"a":1}\n{"b":2}\n')
  })

  it('of events is never stored nor held back', async () => {
    const response = encodeResponse(subscribe, [{ _id: 1 }])
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/event-stream',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(await response.text()).toBe(': keep-alive\n\nid: 1\ndata: {"_id":1}\n\n')
  })

  it('comes back value by value, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyValue), async (values) => {
        const result = await decodeResponse(download, encodeResponse(download, values))
        expect(await collect(result as AsyncIterable<unknown>)).toEqual(values)
        const events = values.map((payload, i) => ({ _id: i + 1, payload }))
        const received = await decodeResponse(subscribe, encodeResponse(subscribe, events))
        expect(await collect(received as AsyncIterable<unknown>)).toEqual(events)
      }),
      { numRuns: 30 },
    )
  })

  it('fails where a line cannot be read', async () => {
    const result = (await decodeResponse(download, new Response('1\n\nnope\n2\n'))) as AsyncIterable<unknown>
    const read: unknown[] = []
    await expect(
      (async () => {
        for await (const value of result) read.push(value)
      })(),
    ).rejects.toMatchObject({ code: 'INVALID' })
    expect(read).toEqual([1])
  })
})

describe('a failure', () => {
  const problems = {
    errors: [{ message: 'error.data.exists', args: ['a:b'] }],
    fieldErrors: { '/id': [{ message: 'error.pattern', args: ['^a$'] }] },
  }

  it('is sent as problem+json', async () => {
    const response = encodeError(new SignalboxError('CONFLICT', 'feature a:b already exists', problems), {
      Allow: 'GET',
    })
    expect([response.status, response.headers.get('Content-Type'), response.headers.get('Allow')]).toEqual([
      409,
      PROBLEM_TYPE,
      'GET',
    ])
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'CONFLICT',
      detail: 'feature a:b already exists',
      ...problems,
    })
  })

  it('starts with the message, and extra members replace no standard ones', async () => {
    const members = { journal: ['much'], code: 'MINE', detail: 'mine' }
    const text = await encodeError(new SignalboxError('INVALID', 'A sentence', { members })).text()
    expect(text).toMatch(/^\{"type":.*"code":"INVALID","detail":"A sentence".*"journal":\["much"\]\}$/)
  })

  it.each(Object.keys(errorCodes) as (keyof typeof errorCodes)[])('%s is decoded to the thrown error', async (code) => {
    const error = new SignalboxError(code, 'A sentence', problems)
    await expect(decodeResponse(get, encodeError(error))).rejects.toEqual(error)
    await expect(decodeResponse(download, encodeError(error))).rejects.toMatchObject({ code, ...problems })
  })

  it.each([new TypeError('secret'), 'secret', null, { code: 'NOT_FOUND', message: 'secret' }])(
    'from another source (%s) does not expose details',
    async (error) => {
      const response = encodeError(error)
      expect(response.status).toBe(500)
      const text = await response.text()
      expect(text).not.toContain('secret')
      expect(JSON.parse(text)).toMatchObject({ code: 'INTERNAL', errors: [], fieldErrors: {} })
    },
  )

  it.each([
    [404, '<h1>Not Found</h1>', 'NOT_FOUND'],
    [401, '', 'UNAUTHENTICATED'],
    [418, 'teapot', 'INVALID'],
    [502, '<h1>Bad Gateway</h1>', 'UNAVAILABLE'],
    [503, '{"code":"toString"}', 'UNAVAILABLE'],
    [500, '"CONFLICT"', 'INTERNAL'],
    [409, '{"code":17,"detail":18}', 'CONFLICT'],
  ])('of a proxy (%d %s) is mapped by its status', async (status, body, code) => {
    await expect(decodeResponse(get, new Response(body, { status }))).rejects.toMatchObject({
      name: 'SignalboxError',
      code,
      message: `The service responded with status ${status}`,
      errors: [],
      fieldErrors: {},
    })
  })
})

describe('a response without an end', () => {
  const MIB = 1024 * 1024

  /** A response that never ends, and how many bytes were read of it. */
  function endless(status: number, { first = '', headers = {} } = {}) {
    const state = { bytes: 0, isCancelled: false }
    const chunk = new TextEncoder().encode(' '.repeat(MIB))
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(new TextEncoder().encode(first)),
        pull(controller) {
          // Without a limit, the reader would fill the memory.
          if (state.bytes > 200 * MIB) return controller.error(new Error('read on'))
          state.bytes += chunk.length
          controller.enqueue(chunk)
        },
        cancel() {
          state.isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    return { response: new Response(body, { status, headers }), state }
  }

  it('is read up to 64 MiB if it is a result', async () => {
    const { response, state } = endless(200, { first: '{}' })
    await expect(decodeResponse(get, response)).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect(state).toEqual({ bytes: 64 * MIB, isCancelled: true })
  })

  it.each([
    [404, 'NOT_FOUND'],
    [503, 'UNAVAILABLE'],
    [409, 'CONFLICT'],
  ])('is read up to 1 MiB if it is an error (%i)', async (status, code) => {
    const { response, state } = endless(status, { first: '{"code":"INVALID"}', headers: { 'Retry-After': '7' } })
    await expect(decodeResponse(get, response)).rejects.toMatchObject({ code, retryAfter: 7 })
    expect(state).toEqual({ bytes: MIB, isCancelled: true })
  })
})

describe('a body', () => {
  const decoded = (chunks: readonly (string | Uint8Array)[]) => {
    const bytes = chunks.map((one) => (typeof one === 'string' ? new TextEncoder().encode(one) : one))
    const body = new ReadableStream({
      start(controller) {
        for (const one of bytes) controller.enqueue(one)
        controller.close()
      },
    })
    return decodeResponse(get, new Response(body))
  }

  it('is decoded across chunks, without a byte order mark', async () => {
    const text = new TextEncoder().encode('\ufeff{"a":"é€😀"}')
    expect(await decoded([...text].map((one) => Uint8Array.of(one)))).toEqual({ a: 'é€😀' })
    expect(await decoded(['[1', ',2]'])).toEqual([1, 2])
    await expect(decoded(['{', '"a"'])).rejects.toThrow(SyntaxError)
    await expect(decoded([])).rejects.toThrow(SyntaxError)
  })

  it('is read where the runtime has no streams', async () => {
    const response = new Response('{"a":1}')
    Object.defineProperty(response, 'body', { value: undefined })
    expect(await decodeResponse(get, response)).toEqual({ a: 1 })
  })
})
