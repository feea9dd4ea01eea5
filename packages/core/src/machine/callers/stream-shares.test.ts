import { describe, expect, it } from 'vitest'
import type { Signalbox } from '../../index.ts'
import { testBox } from './access.fixture.ts'

const refused = {
  code: 'TOO_MANY_REQUESTS',
  retryAfter: 10,
  errors: [{ message: 'error.streams.caller', args: ['2'] }],
}
type Opened = AsyncIterator<unknown>
const identity = (id: string) => ({ id, admin: true })

/** Opens a stream and begins to read it. Resolves with its iterator. */
const ways: [string, (box: Signalbox, id: string) => Promise<Opened>][] = [
  ['change events', async (box, id) => (await box.as(identity(id)).events.stream())[Symbol.asyncIterator]()],
  [
    'change events of a domain',
    async (box, id) => (await box.as(identity(id)).events.streamDomain({ domain: 'Feature' }))[Symbol.asyncIterator](),
  ],
  ['requests to data planes', async (box, id) => (await box.as(identity(id)).gateway.tail())[Symbol.asyncIterator]()],
]

describe.each(ways)('streams of %s', (_, open) => {
  it('are limited for each caller; others, and the program itself, get theirs', async () => {
    const box = testBox({ streamsOfCaller: 2 })
    const begun = async (id: string) => {
      const stream = await open(box, id)
      void stream.next().catch(() => {})
      return stream
    }
    const [first] = [await begun('ann'), await begun('ann')]
    await expect(open(box, 'ann')).rejects.toMatchObject(refused)
    await begun('bob')
    await first.return?.()
    await first.return?.()
    await begun('ann')
    await expect(open(box, 'ann')).rejects.toMatchObject(refused)
    for (let i = 0; i < 3; i++) void (await box.events.stream())[Symbol.asyncIterator]().next()
    await box.close()
  })
})

it.each(ways)('a caller who opens many streams of %s at the same time gets no more', async (_, open) => {
  const box = testBox({ streamsOfCaller: 2 })
  const opened = await Promise.allSettled(Array.from({ length: 5 }, () => open(box, 'ann')))
  const failures: unknown[] = []
  for (const one of opened)
    if (one.status === 'rejected') failures.push(one.reason)
    else
      try {
        void one.value.next().catch((error) => failures.push(error))
      } catch (error) {
        failures.push(error)
      }
  await new Promise((resolve) => setTimeout(resolve))
  expect(failures).toMatchObject([refused, refused, refused])
  await expect(open(box, 'ann')).rejects.toMatchObject(refused)
  await box.close()
})
