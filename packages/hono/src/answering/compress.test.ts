import { createSignalbox } from '@signalbox/core'
import { slices } from '@signalbox/core/contract'
import { subjectsOf } from '@signalbox/core/documents'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toHono } from '../to-hono.ts'
import { takesGzip } from './compress.ts'

const descriptions = subjectsOf(slices).flatMap((subject) => subject.descriptions)
const gzip = { 'Accept-Encoding': 'gzip, deflate, br' }
const ui = { script: 'ui()', style: '' }
const { request } = toHono(createSignalbox(), { docs: { ui } })

const textIn = (answer: Response) =>
  new Response((answer.body as ReadableStream).pipeThrough(new DecompressionStream('gzip'))).text()

/** Removes what differs in every response. */
const steady = (text: string) => text.replaceAll(/nonce="[^"]+"/g, '')

describe('descriptions', () => {
  it.each(descriptions.map(({ path }) => path))('are compressed for clients that accept it: %s', async (path) => {
    const plain = await request(path)
    expect([plain.headers.get('Content-Encoding'), plain.headers.get('Vary')]).toEqual([
      ...[null, expect.stringContaining('Accept-Encoding')],
    ])
    const text = await plain.text()
    for (const _again of [1, 2]) {
      const answer = await request(path, { headers: gzip })
      expect([answer.headers.get('Content-Encoding'), answer.headers.get('Vary')]).toEqual([
        ...['gzip', plain.headers.get('Vary')],
      ])
      const bytes = await answer.clone().arrayBuffer()
      expect(bytes.byteLength).toBeLessThan(text.length / 2)
      expect(steady(await textIn(answer))).toBe(steady(text))
    }
  })

  it('have another entity tag when compressed, and 304 by either', async () => {
    const path = '/apis/openapi.json'
    const tagOf = async (headers: Record<string, string>) => (await request(path, { headers })).headers.get('ETag')
    const [plain, compressed] = [await tagOf({}), await tagOf(gzip)]
    expect(compressed).toBe(plain?.replace(/"$/, '-gzip"'))
    for (const known of [plain as string, compressed as string, `W/${compressed}`])
      for (const [headers, etag] of [[{}, plain] as const, [gzip, compressed] as const]) {
        const answer = await request(path, { headers: { ...headers, 'If-None-Match': known } })
        expect([answer.status, answer.headers.get('ETag'), answer.headers.get('Content-Encoding')]).toEqual([
          ...[304, etag, null],
        ])
        expect(await answer.text()).toBe('')
      }
  })

  it('of rejections are not compressed', async () => {
    const guarded = toHono(createSignalbox(), { docs: { accessKey: 'a key of readers' } })
    const answer = await guarded.request('/apis/openapi.json', { headers: gzip })
    expect([answer.status, answer.headers.get('Content-Encoding')]).toEqual([401, null])
    expect(await answer.json()).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('streams of events are never compressed', async () => {
    const box = createSignalbox()
    const answer = await toHono(box, { access: 'open' }).request('/api/events', { headers: gzip })
    expect([answer.status, answer.headers.get('Content-Encoding')]).toEqual([200, null])
    await answer.body?.cancel()
    await box.close()
  })
})

describe('a runtime without compression', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('serves descriptions uncompressed', async () => {
    vi.stubGlobal('CompressionStream', undefined)
    const answer = await request('/apis/openapi.json', { headers: gzip })
    expect(answer.headers.get('Content-Encoding')).toBe(null)
    expect(await answer.json()).toMatchObject({ openapi: '3.1.1' })
  })
})

it.each([
  [null, false],
  ['', false],
  ['br', false],
  ['identity', false],
  ['gzip', true],
  ['GZIP', true],
  ['br, gzip;q=0.5', true],
  ['gzip;q=0', false],
  ['gzip; q=0.0, *', false],
  ['*', true],
  ['*;q=0', false],
])('Accept-Encoding %j takes gzip: %j', (header, taken) => {
  expect(takesGzip(header)).toBe(taken)
})
