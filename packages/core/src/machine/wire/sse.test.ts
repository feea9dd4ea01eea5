import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SignalboxError } from '../errors/errors.ts'
import { decodeEvents } from './sse.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function streamOf(...chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

/** The content of a stream: values, and the code of the error that ends it. */
async function decode(chunks: readonly Uint8Array[], limit = 1024) {
  const values: unknown[] = []
  try {
    for await (const value of decodeEvents(streamOf(...chunks), limit)) values.push(value)
  } catch (error) {
    values.push(error instanceof SignalboxError ? error.code : error)
  }
  return values
}

const lines = [
  ...[': keep-alive', '', 'id: 1', 'data: {"é":"😀"}', '', ': x', 'data:[1,', 'data: 2]', 'event: e', 'retry: 10', ''],
  ...['id: 9', '', 'unknown: field', 'data: null', '', 'data: 3', ''],
]
const values = [{ é: '😀' }, [1, 2], null]

describe('server-sent events, read', () => {
  it.each([
    ['line feeds', '\n'],
    ['carriage returns', '\r'],
    ['both', '\r\n'],
  ])('with %s do not depend on chunk boundaries; an incomplete frame is dropped', async (_, end) => {
    const bytes = bytesOf(lines.join(end))
    for (let at = 0; at <= bytes.length; at++)
      expect(await decode([bytes.slice(0, at), bytes.slice(at)])).toEqual(values)
    expect(await decode([...bytes].map((byte) => new Uint8Array([byte])))).toEqual(values)
  })

  it('can begin with a byte order mark, even a split one', async () => {
    const bytes = bytesOf('\u{feff}data: 1\n\ndata: "\u{feff}"\n\n')
    expect(await decode([bytes])).toEqual([1, '\u{feff}'])
    expect(await decode([bytes.slice(0, 1), bytes.slice(1, 2), bytes.slice(2)])).toEqual([1, '\u{feff}'])
  })

  it.each([
    ['one line', 'data: 1\n\ndata: "', 'x'],
    ['many lines', 'data: 1\n\ndata: "', '\ndata: x'],
    ['lines with comments between', 'data: 1\n\n', 'data: 1\n:\n'],
  ])('end with an error if %s of a frame exceed the limit', async (_, start, more) => {
    let sent = 0
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytesOf(sent++ === 0 ? start : more.repeat(10))),
      cancel() {
        isCancelled = true
      },
    })
    const seen: unknown[] = []
    const reading = async () => {
      for await (const value of decodeEvents(body, 1000)) seen.push(value)
    }
    await expect(reading()).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect(seen).toEqual([1])
    expect(isCancelled).toBe(true)
    expect(sent).toBeLessThan(1100)
  })

  it('are rejected if one is too long, for any chunk boundaries', async () => {
    const bytes = bytesOf(`data: 1\n\ndata: "${'x'.repeat(200)}"\n\ndata: 2\n\n`)
    for (const size of [1, 7, 100, 1000]) {
      const chunks: Uint8Array[] = []
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size))
      expect(await decode(chunks, 100)).toEqual([1, 'TOO_LARGE'])
      expect(await decode(chunks, 300)).toEqual([1, 'x'.repeat(200), 2])
    }
  })

  it('end with an error when one is not JSON', async () => {
    expect(await decode([bytesOf('data: 1\n\ndata: nope\n\ndata: 2\n\n')])).toEqual([1, 'INVALID'])
  })

  it('are parsed like by a complete parser of the standard', async () => {
    const piece = fc.constantFrom(
      'data',
      'data:',
      'data: ',
      ': ',
      'id: 1',
      'event',
      '1',
      '"x"',
      ' ',
      '\n',
      '\r',
      '\r\n',
      '\n\n',
      '\u2028',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.nat(20), { maxLength: 8 }),
        async (pieces, cuts) => {
          const bytes = bytesOf(pieces.join(''))
          const expected: string[] = []
          const parser = createParser({ onEvent: ({ data }) => expected.push(data) })
          parser.feed(pieces.join(''))
          const until = expected.findIndex((data) => !isJson(data))
          const whole = until < 0 ? expected : expected.slice(0, until)
          const ending = until < 0 ? [] : ['INVALID']
          const chunks = [0, ...cuts.sort((a, b) => a - b), bytes.length].map((at, i, all) =>
            bytes.slice(all[i - 1] ?? 0, at),
          )
          expect(await decode(chunks)).toEqual([...whole.map((data) => JSON.parse(data)), ...ending])
        },
      ),
      { numRuns: 500 },
    )
  })

  it('end with an error when they are not UTF-8', async () => {
    expect(await decode([bytesOf('data: 1\n\n'), new Uint8Array([0xc3, 0x28]), bytesOf('data: 2\n\n')])).toEqual([
      1,
      'INVALID',
    ])
  })

  it('of an empty body are none', async () => {
    for await (const value of decodeEvents(null, 10)) throw new Error(`There is ${value}`)
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
