import { createSignalbox, type Store } from '@signalbox/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { generatedStore } from './large-answers.fixture.ts'
import { mounted } from './mounted.fixture.ts'

const headers = { 'Accept-Encoding': 'gzip' }
const path = '/api/configs.ndjson'

/** A service with this many configs. `broken` fails a download at its end; `stuck` never ends it. */
function open(count: number, end?: { broken?: Error; stuck?: true }) {
  const store = generatedStore(count)
  const counts = { scanned: 0, open: 0 }
  const counting: Store = {
    ...store,
    async *scan(...args) {
      if (args[0] !== 'configs') return yield* store.scan(...args)
      counts.open++
      try {
        for await (const entry of store.scan(...args)) {
          counts.scanned++
          yield entry
        }
        if (end?.broken) throw end.broken
        if (end?.stuck) await new Promise(() => {})
      } finally {
        counts.open--
      }
    },
  }
  const reports: unknown[] = []
  const box = createSignalbox({ store: counting })
  onTestFinished(() => box.close())
  const { call } = mounted({ box, report: (error) => reports.push(error) })
  return { call, counts, reports, download: () => call('GET', path, { headers }) }
}

const unzipped = ({ body }: Response) => (body as ReadableStream).pipeThrough(new DecompressionStream('gzip'))

describe('downloads', () => {
  it('are compressed for clients that accept it, with the same lines', async () => {
    const { call, download } = open(300)
    const plain = await call('GET', path)
    expect([plain.headers.get('Content-Encoding'), plain.headers.get('Vary')]).toEqual([null, 'Accept-Encoding'])
    const text = await plain.text()
    const response = await download()
    expect([response.headers.get('Content-Encoding'), response.headers.get('Vary')]).toEqual([
      'gzip',
      'Accept-Encoding',
    ])
    expect(response.headers.get('Content-Type')).toBe('application/nd-json')
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename=configs.ndjson')
    const bytes = await response.clone().arrayBuffer()
    expect(bytes.byteLength).toBeLessThan(text.length / 10)
    expect(await new Response(unzipped(response)).text()).toBe(text)
  })

  it('have the same headers for HEAD, and read nothing further', async () => {
    const { call, counts } = open(100_000)
    const head = await call('HEAD', path, { headers })
    expect([head.status, head.headers.get('Content-Encoding'), await head.text()]).toEqual([200, 'gzip', ''])
    await expect.poll(() => counts.open).toBe(0)
    expect(counts.scanned).toBeLessThan(1000)
  })

  it('send their first lines before the store has read the last', async () => {
    const { download } = open(5_000, { stuck: true })
    const lines = unzipped(await download())
      .pipeThrough(new TextDecoderStream() as never)
      .getReader()
    expect((await lines.read()).value).toMatch(/^{"id":"a100000:/)
  })

  it('wait for a client that does not read, and end with it', async () => {
    const { download, counts } = open(100_000)
    const reader = (await download()).body!.getReader()
    await reader.read()
    const { scanned } = counts
    expect(scanned).toBeLessThan(10_000)
    await new Promise(setImmediate)
    await expect.poll(() => counts.scanned - scanned).toBeLessThan(5_000)
    await reader.cancel()
    await expect.poll(() => counts.open).toBe(0)
  })

  it('break off if the store fails, so that no one takes them for complete', async () => {
    const broken = new Error('The disk is gone')
    const { download, reports } = open(5_000, { broken })
    await expect(new Response(unzipped(await download())).text()).rejects.toThrow()
    expect(reports).toEqual([broken])
  })
})

describe('trees', () => {
  it('are compressed if they are large', async () => {
    const read = async (count: number) => await open(count).call('GET', '/api/tree/configs', { headers })
    expect((await read(3)).headers.get('Content-Encoding')).toBeNull()
    const large = await read(3_000)
    expect(large.headers.get('Content-Encoding')).toBe('gzip')
    expect(Object.keys(await new Response(unzipped(large)).json())).toHaveLength(3_000)
  })
})
