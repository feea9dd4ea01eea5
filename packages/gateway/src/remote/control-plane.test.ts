import { expect, it, onTestFinished, vi } from 'vitest'
import { LastingFailure } from '../waiting/retry-pauses.ts'
import { allOf } from './control.fixture.ts'
import { controlPlane } from './control-plane.ts'

const address = 'https://control.example'
const never = new AbortController().signal

it('a report whose answer never ends fails after 10 seconds', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const hanging: typeof fetch = async (_, init) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason)),
    })
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  }
  const reported = controlPlane({ address, key: 'key', fetch: hanging }).report({}, never)
  const told = expect(reported).rejects.toThrow(`${address} did not answer a report within 10 seconds`)
  await vi.advanceTimersByTimeAsync(10_000)
  await told
})

it('pings are comments alone, also several at once, but no part of a change', async () => {
  const chunks = [': keep-alive\n\n', ': a\n\n: b\n\n', 'data: [{"a"', ':1}]\n\n', 'data: [1]\n\n: c\n\n', ': d\n\n']
  const fetch = async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }
  const onPing = vi.fn()
  const changes = controlPlane({ address, key: 'key', fetch }).changes(0, never, { onOpen: () => {}, onPing })
  const values: unknown[] = []
  for await (const value of changes) values.push(value)
  expect(values).toEqual([[{ a: 1 }], [1]])
  expect(onPing).toHaveBeenCalledTimes(3)
})

it('of a report whose answer is too long, no more than 64 MiB are read', async () => {
  let read = 0
  const chunk = new Uint8Array(1024 * 1024).fill(32)
  const fetch = async () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          read += chunk.length
          if (read > 200 * chunk.length) controller.error(new Error('read on'))
          else controller.enqueue(chunk)
        },
      }),
    )
  const reported = controlPlane({ address, key: 'key', fetch }).report({}, never)
  await expect(reported).rejects.toThrow(`The control plane at ${address} sent an invalid response`)
  expect(read).toBeLessThan(70 * chunk.length)
})

it.each([401, 403])('an answer with %i lasts, whatever is tried again', async (status) => {
  const changes = controlPlane({ address, key: 'key', fetch: async () => new Response('{}', { status }) }).changes(
    ...[0, never, { onOpen: () => {}, onPing: () => {} }],
  )
  await expect(allOf(changes)).rejects.toThrow(LastingFailure)
})

it('the key is sent to no address that the control plane redirects to', async () => {
  const fetch = vi.fn(async (_: unknown, init?: RequestInit) => new Response('{}', { status: init ? 302 : 200 }))
  const reported = controlPlane({ address, key: 'key', fetch }).report({}, never)
  await expect(reported).rejects.toThrow('redirects to another address')
  expect(fetch.mock.calls.map(([, init]) => init?.redirect)).toEqual(['manual'])
})

it('a report that is too large for the control plane is told apart from an invalid response', async () => {
  const problem = JSON.stringify({ code: 'TOO_LARGE', status: 413, detail: 'Too large' })
  const headers = { 'Content-Type': 'application/problem+json' }
  const fetch = async () => new Response(problem, { status: 413, headers })
  const reported = controlPlane({ address, key: 'key', fetch }).report({}, never)
  await expect(reported).rejects.toMatchObject({ code: 'TOO_LARGE' })
})

it('a stream lives as long as something comes every 30 seconds', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let send = (_: string) => {}
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (text) => controller.enqueue(new TextEncoder().encode(text))
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }
  const onPing = vi.fn()
  const changes = controlPlane({ address, key: 'key', fetch }).changes(0, never, { onOpen: () => {}, onPing })
  const state = { ended: '' }
  allOf(changes).then(
    () => (state.ended = 'complete'),
    (error) => (state.ended = error.message),
  )
  for (let i = 0; i < 3; i++) {
    await vi.advanceTimersByTimeAsync(20_000)
    send(': ping\n\n')
  }
  await vi.advanceTimersByTimeAsync(29_000)
  expect([onPing.mock.calls.length, state.ended]).toEqual([3, ''])
  await vi.advanceTimersByTimeAsync(1000)
  expect(state.ended).toContain('sent nothing for 30 seconds')
})
