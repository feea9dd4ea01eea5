import { expect, it } from 'vitest'
import { replayable } from './replayable.ts'

const bytes = (...texts: readonly string[]): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(encoder.encode(text))
      controller.close()
    },
  })
}

const readText = async (stream: ReadableStream<Uint8Array>) => new Response(stream as never).text()

it('a body that was sent in part is sent again from its beginning', async () => {
  const body = replayable(bytes('ab', 'cd', 'ef'), 100)
  const first = body.open().getReader()
  await first.read()
  await first.read()
  await first.cancel()
  expect(body.isReplayable).toBe(true)
  expect(await readText(body.open())).toBe('abcdef')
  expect(body.received).toBe(6)
})

it('a read that was under way when an attempt ended belongs to the next attempt', async () => {
  let send = (_: string): void => {}
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (text) => {
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      }
    },
  })
  const body = replayable(source, 100)
  const first = body.open().getReader()
  void first.read()
  await first.cancel()
  const second = readText(body.open())
  send('late')
  expect(await second).toBe('late')
})

it('a stream that was left does not take bytes from the next one', async () => {
  const chunks = ['aa', 'bbbb', 'cc', 'dd', 'ee']
  const waiting: ((text: string) => void)[] = []
  const source = new ReadableStream<Uint8Array>(
    {
      pull: (controller) =>
        new Promise((resolve) => {
          waiting.push((text) => {
            controller.enqueue(new TextEncoder().encode(text))
            if (text === 'ee') controller.close()
            resolve()
          })
        }),
    },
    { highWaterMark: 0 },
  )
  const body = replayable(source, 4)
  const first = body.open().getReader()
  const begun = first.read()
  await expect.poll(() => waiting.length).toBe(1)
  waiting.shift()?.(chunks[0] as string)
  await begun
  void first.read()
  await expect.poll(() => waiting.length).toBe(1)
  await first.cancel()
  const second = readText(body.open())
  for (const chunk of chunks.slice(1)) {
    await expect.poll(() => waiting.length).toBe(1)
    waiting.shift()?.(chunk)
  }
  expect(await second).toBe(chunks.join(''))
})

it('a body beyond the limit is passed on whole, but cannot be sent again', async () => {
  const body = replayable(bytes('ab', 'cd', 'ef'), 3)
  expect(await readText(body.open())).toBe('abcdef')
  expect(body.isReplayable).toBe(false)
})

it('without a limit nothing is kept, but what was not read can be sent again', async () => {
  const body = replayable(bytes('ab'), 0)
  await body.open().cancel()
  expect(body.isReplayable).toBe(true)
  expect(await readText(body.open())).toBe('ab')
  expect(body.isReplayable).toBe(false)
})
