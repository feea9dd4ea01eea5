import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manualTime } from '../../webhooks/webhooks.fixture.ts'
import { SignalboxError } from '../errors/errors.ts'
import { decodeLines } from './decode-lines.ts'
import { encodeStream } from './stream.ts'

const MIB = 1024 * 1024
const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text)

function streamOf(...chunks: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(typeof chunk === 'string' ? bytesOf(chunk) : chunk)
      controller.close()
    },
  })
}

/** The content of a stream: values, `undefined` for blank lines, and the code of each error. */
async function decode(body: ReadableStream<Uint8Array> | null, limit = MIB) {
  const values: unknown[] = []
  for await (const value of decodeLines(body, limit)) values.push(value instanceof SignalboxError ? value.code : value)
  return values
}

/** A source that counts how many values were requested. */
function source(next: (index: number) => unknown, count = Number.POSITIVE_INFINITY) {
  const asked = { values: 0, returns: 0 }
  const iterable: AsyncIterable<unknown> = {
    [Symbol.asyncIterator]: () => ({
      next: async () =>
        asked.values < count ? { done: false, value: await next(asked.values++) } : { done: true, value: undefined },
      async return() {
        asked.returns++
        return { done: true, value: undefined }
      },
    }),
  }
  return { iterable, asked }
}

const forever = () => new Promise<never>(() => {})

describe('lines of JSON, read', () => {
  const text = '{"é":"😀"}\r\n\r\n[1,2]\n\n "x" \nnope\n null\nlast'
  const values = [{ é: '😀' }, undefined, [1, 2], undefined, 'x', 'INVALID', null, 'INVALID']

  it('do not depend on chunk boundaries', async () => {
    const bytes = bytesOf(text)
    for (let at = 0; at <= bytes.length; at++)
      expect(await decode(streamOf(bytes.slice(0, at), bytes.slice(at)))).toEqual(values)
  })

  it('can arrive byte by byte, with empty chunks in between', async () => {
    const chunks = [...bytesOf(text)].flatMap((byte) => [new Uint8Array([byte]), new Uint8Array()])
    expect(await decode(streamOf(...chunks))).toEqual(values)
  })

  it.each([
    ['nothing', '', []],
    ['a line end', '\n', [undefined]],
    ['a last line without an end', '1\n2', [1, 2]],
    ['a last line with an end', '1\n2\n', [1, 2]],
    ['spaces', ' \t\r\n', [undefined]],
    ['a byte order mark', '\u{feff}1\n', [1]],
    ['a member named twice', '{"a":1,"a":2}\n1', ['INVALID', 1]],
  ])('of %s are parsed', async (_, lines, expected) => {
    expect(await decode(streamOf(lines))).toEqual(expected)
  })

  it('of an empty body are none', async () => {
    expect(await decode(null)).toEqual([])
  })

  it('are rejected individually if they are not UTF-8', async () => {
    const bad = new Uint8Array([0x22, 0xc3, 0x28, 0x22, 0x0a])
    expect(await decode(streamOf('1\n', bad, '2\n', bad.slice(0, 2), '\n3'))).toEqual([1, 'INVALID', 2, 'INVALID', 3])
  })

  it('are rejected individually if they are too long', async () => {
    const fits = JSON.stringify('x'.repeat(98))
    const long = JSON.stringify('x'.repeat(99))
    const lines = bytesOf(`1\n${fits}\n${long}\n2\n${long}${long}\n3\n${long}`)
    const expected = [1, 'x'.repeat(98), 'TOO_LARGE', 2, 'TOO_LARGE', 3, 'TOO_LARGE']
    for (const size of [1, 7, 100, 101, 1000]) {
      const chunks: Uint8Array[] = []
      for (let at = 0; at < lines.length; at += size) chunks.push(lines.slice(at, at + size))
      expect(await decode(streamOf(...chunks), 100)).toEqual(expected)
    }
  })

  it('keep at most one line in memory', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const held: WeakRef<ArrayBufferLike>[] = []
    let most = 0
    const chunks = 200
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await setImmediate()
        if (held.length % 20 === 0) {
          collect()
          most = Math.max(most, held.filter((chunk) => chunk.deref() !== undefined).length)
          await setImmediate()
        }
        if (held.length === chunks) return controller.close()
        const chunk = new Uint8Array(MIB / 8).fill(0x20)
        held.push(new WeakRef(chunk.buffer))
        controller.enqueue(chunk)
      },
    })
    expect(await decode(body)).toEqual(['TOO_LARGE'])
    expect(most).toBeLessThan(12)
  })

  it('are read on demand, and the body is cancelled when reading stops', async () => {
    let pulled = 0
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytesOf(`${pulled++}\n`)),
      cancel() {
        cancelled = true
      },
    })
    const values = decodeLines(body, MIB)
    for (let i = 0; i < 5; i++) expect((await values.next()).value).toBe(i)
    await setImmediate()
    expect(pulled).toBeLessThanOrEqual(7)
    await values.return(undefined)
    expect(cancelled).toBe(true)
  })

  it('fail when the body does', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('the connection is gone')),
    })
    await expect(decode(body)).rejects.toThrow('the connection is gone')
  })
})

describe('values, written', () => {
  it('as lines are one JSON text each', async () => {
    const values = [{ a: 'é\n' }, [1], null, 'x']
    expect(await new Response(encodeStream(values, 'ndjson')).text()).toBe('{"a":"é\\n"}\n[1]\nnull\n"x"\n')
    expect(await new Response(encodeStream([], 'ndjson')).text()).toBe('')
  })

  it('as events are frames of exactly an id and data, behind a comment', async () => {
    const events = [{ _id: 1, a: 'é\n\nid: 7' }, { _id: 2 }]
    expect(await new Response(encodeStream(events, 'sse')).text()).toBe(
      ': keep-alive\n\nid: 1\ndata: {"_id":1,"a":"é\\n\\nid: 7"}\n\nid: 2\ndata: {"_id":2}\n\n',
    )
  })

  it('are parsed back, for any values', async () => {
    const value = fc.jsonValue({ maxDepth: 2 }).map((one) => JSON.parse(JSON.stringify(one)) as unknown)
    await fc.assert(
      fc.asyncProperty(fc.array(value), async (values) => {
        expect(await decode(encodeStream(values, 'ndjson'))).toEqual(values)
      }),
      { numRuns: 50 },
    )
  })

  it('are combined to chunks, at most one ahead', async () => {
    const line = 'x'.repeat(1021)
    const { iterable, asked } = source(() => line)
    const reader = encodeStream(iterable, 'ndjson').getReader()
    for (let chunks = 1; chunks <= 4; chunks++) {
      const { value } = await reader.read()
      expect(value).toHaveLength(32 * 1024)
      await setImmediate()
      expect(asked.values).toBeLessThanOrEqual((chunks + 1) * 32)
    }
    await reader.cancel()
    expect(asked.returns).toBe(1)
  })

  it('as events are pulled one at a time', async () => {
    const { iterable, asked } = source((i) => ({ _id: i }))
    const reader = encodeStream(iterable, 'sse').getReader()
    await setImmediate()
    expect(asked.values).toBe(0)
    await reader.read()
    for (let events = 1; events <= 4; events++) {
      await reader.read()
      await setImmediate()
      expect(asked.values).toBeLessThanOrEqual(events + 1)
    }
    await reader.cancel()
    expect(asked.returns).toBe(1)
  })

  it('end their source when they are cancelled while it waits', async () => {
    const { iterable, asked } = source(forever)
    const reader = encodeStream(iterable, 'sse').getReader()
    await reader.read()
    void reader.read()
    await reader.cancel()
    expect(asked.returns).toBe(1)
  })

  it.each(['ndjson', 'sse'] as const)('as %s fail when their source does', async (encoding) => {
    async function* failing() {
      yield { _id: 1 }
      throw new Error('the store is gone')
    }
    await expect(new Response(encodeStream(failing(), encoding)).text()).rejects.toThrow('the store is gone')
  })

  it.each(['ndjson', 'sse'] as const)('as %s end their source when one cannot be written', async (encoding) => {
    const { iterable, asked } = source(() => ({ _id: 1n }))
    await expect(new Response(encodeStream(iterable, encoding)).text()).rejects.toThrow(TypeError)
    expect(asked.returns).toBe(1)
  })

  it('report no failure when they are cancelled while a value is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const failures: unknown[] = []
    const { iterable } = source((at) => (at === 0 ? promise : forever()), 1)
    const reader = encodeStream(iterable, 'ndjson', { onFailure: (error) => failures.push(error) }).getReader()
    const read = reader.read()
    await setImmediate()
    await reader.cancel()
    resolve(1)
    await setImmediate()
    expect(await read).toEqual({ done: true, value: undefined })
    expect(failures).toEqual([])
  })

  it('as events are kept alive by a comment every 15 seconds, until cancelled', async () => {
    const { wait, advance, waiting } = manualTime()
    const reader = encodeStream(source(forever).iterable, 'sse', { wait }).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(': keep-alive\n\n')
    for (let i = 0; i < 3; i++) {
      const next = reader.read()
      await advance(15_000)
      expect(new TextDecoder().decode((await next).value)).toBe(': keep-alive\n\n')
    }
    expect(waiting()).toBe(1)
    await reader.cancel()
    expect(waiting()).toBe(0)
  })

  it('as unread events get a limited number of comments', async () => {
    const { wait, advance } = manualTime()
    const reader = encodeStream(source(forever).iterable, 'sse', { wait }).getReader()
    await advance(60 * 15_000)
    await reader.read()
    const second = reader.read()
    await advance(15_000)
    expect(new TextDecoder().decode((await second).value)).toBe(': keep-alive\n\n')
    await reader.cancel()
  })
})
