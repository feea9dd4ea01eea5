import { createSignalbox, memoryStore } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { errorOf, feature, mounted } from './mounted.fixture.ts'

const ndjson = { 'Content-Type': 'application/nd-json' }

describe('uploads', () => {
  const upload = (body: string | ReadableStream<Uint8Array>, path = '/api/features.ndjson') =>
    mounted().call('POST', path, { headers: ndjson, body })

  it.each(['application/nd-json', 'application/x-ndjson', 'application/ndjson; charset=utf-8'])(
    'are read as %s',
    async (type) => {
      const answer = await mounted().call('POST', '/api/features.ndjson', {
        headers: { 'Content-Type': type },
        body: `${JSON.stringify(feature('a'))}\r\n\r\n${JSON.stringify(feature('b'))}`,
      })
      expect(await answer.json()).toEqual({ success: 2, errors: { errors: [], fieldErrors: {} } })
    },
  )

  it('are 415 as JSON', async () => {
    const answer = await mounted().call('POST', '/api/features.ndjson', { json: [feature('a')] })
    expect([answer.status, (await errorOf(answer)).code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('continue after hostile lines', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const lines = [
      '{"id":"a","id":"b"}',
      deep,
      `{"id":"a","value":${deep}}`,
      'x'.repeat(1024 * 1024 + 1),
      '\u0000',
      JSON.stringify({ id: 'last', value: 1 }),
    ]
    const answer = await upload(lines.join('\n'), '/api/configs.ndjson')
    const result = (await answer.json()) as { success: number; errors: { errors: { args: string[] }[] } }
    expect(result.success).toBe(1)
    expect(result.errors.errors.map(({ args }) => args[0])).toEqual(['1', '2', '3', '4', '5'])
  })

  it('reject a mistyped query before a byte is read', async () => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({ pull: () => void pulled++ }, { highWaterMark: 0 })
    expect((await upload(body, '/api/features.ndjson?strategy=Merge')).status).toBe(400)
    expect(pulled).toBe(0)
  })

  it('of 50 MB are read as fast as they are committed', async () => {
    const lines = 50_000
    let sent = 0
    let committed = 0
    let ahead = 0
    const store = memoryStore({ eventsKept: 10 })
    const box = createSignalbox({
      store: {
        ...store,
        async commit(changes, events) {
          ahead = Math.max(ahead, sent - committed)
          const done = await store.commit(changes, events)
          committed += changes.length * LINE
          return done
        },
      },
    })
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === lines * LINE) return controller.close()
        controller.enqueue(chunkOf(sent / LINE))
        sent += CHUNK_LINES * LINE
      },
    })
    const answer = await mounted({ box }).call('POST', '/api/configs.ndjson?strategy=Replace', {
      headers: ndjson,
      body,
    })
    expect(await answer.json()).toEqual({ success: lines, errors: { errors: [], fieldErrors: {} } })
    expect(sent).toBe(50_000 * 1000)
    expect(ahead).toBeLessThan(1_500_000)
  })
})

const LINE = 1000
const CHUNK_LINES = 50

/** Lines of exactly 1000 bytes over a thousand ids, so that the stored data stays small. */
function chunkOf(first: number): Uint8Array {
  const lines = Array.from({ length: CHUNK_LINES }, (_, i) => {
    const start = `{"id":"c${(first + i) % 1000}","value":"${first + i}`
    return `${start}${'x'.repeat(LINE - start.length - 3)}"}\n`
  })
  return new TextEncoder().encode(lines.join(''))
}
