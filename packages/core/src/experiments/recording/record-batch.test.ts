import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../memory/store.ts'
import { createSignalbox } from '../../signalbox.ts'
import { boxWith, experiment } from '../experiments.fixture.ts'
import type { ExperimentRecord } from './record-batch.ts'

const of = (kind: ExperimentRecord['kind'], clientId: string, experiment = 'e', idempotencyKey?: string) => ({
  ...{ kind, experiment, clientId },
  ...(idempotencyKey !== undefined && { idempotencyKey }),
})

/** Everything that recording writes. */
async function stateOf(store: ReturnType<typeof memoryStore>) {
  const kept: [string, unknown][] = []
  for (const collection of ['experiment-tallies', 'experiment-clients', 'experiment-events', 'experiment-hours'])
    for await (const { key, value } of store.scan(collection)) kept.push([`${collection} ${key}`, value])
  return kept
}

const recordOf = fc.record(
  {
    kind: fc.constantFrom('bound' as const, 'displayed' as const, 'won' as const),
    experiment: fc.constantFrom('e', 'e:f', 'off', 'none'),
    clientId: fc.constantFrom('ann', 'bob', 'cid', 'e:x'),
    idempotencyKey: fc.constantFrom('1', '2', '3'),
  },
  { requiredKeys: ['kind', 'experiment', 'clientId'] },
)

describe('a batch of records', () => {
  it('writes what single calls write, and returns the same variants and refusals', async () => {
    const clock = () => Date.UTC(2026, 1, 3)
    const opened = async () => {
      const store = memoryStore()
      const { box } = await boxWith(['e', 'e:f', 'off'], { store, clock })
      await box.experiments.displayed({ id: 'off', clientId: 'ann' })
      await box.experiments.replace({ id: 'off', body: experiment('off', 0.5, false) })
      return { store, box }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(recordOf, { maxLength: 30 }), async (records) => {
        const [one, other] = [await opened(), await opened()]
        const { results } = await one.box.experiments.record({ body: { records } })
        const singly: (string | undefined)[] = []
        for (const record of records) {
          const { kind, experiment: id, clientId, idempotencyKey } = record
          if (kind === 'bound') {
            const [result] = (await other.box.experiments.record({ body: { records: [record] } })).results
            singly.push(result?.variant ?? result?.code)
          } else
            singly.push(
              await other.box.experiments[kind](
                { id, clientId },
                idempotencyKey === undefined ? {} : { idempotencyKey },
              ).then(
                ({ variantId }) => variantId,
                ({ code }) => code,
              ),
            )
        }
        expect(results.map(({ variant, code }) => variant ?? code)).toEqual(singly)
        expect(await stateOf(one.store)).toEqual(await stateOf(other.store))
        await Promise.all([one.box.close(), other.box.close()])
      }),
      { numRuns: 100 },
    )
  })

  it('counts each client once, although several processes send all batches at once, and again', async () => {
    const store = memoryStore()
    const { experiments, populations } = await boxWith(['e'], { store })
    const others = [createSignalbox({ store }), createSignalbox({ store })].map((box) => box.experiments)
    const batches = Array.from({ length: 4 }, (_, batch) =>
      Array.from({ length: 250 }, (_, i) => of('displayed', `client-${batch * 250 + i}`, 'e', `key-${i}`)),
    )
    const send = () =>
      [experiments, ...others].flatMap((box) => batches.map((records) => box.record({ body: { records } })))
    await Promise.all(send())
    await Promise.all(send())
    const { results, sampleRatioMismatch } = await experiments.results({ id: 'e' })
    expect(results.map(({ displayed, users }) => [displayed, users])).toEqual([
      [500, 500],
      [500, 500],
    ])
    expect([await populations('e'), sampleRatioMismatch.alarm]).toEqual([[500, 500], false])
  })

  it('counts nothing twice after a crash between the commit and the response', async () => {
    const memory = memoryStore()
    await boxWith(['e'], { store: memory })
    let isCrashing = true
    const store: typeof memory = {
      ...memory,
      async commit(changes, events) {
        const committed = await memory.commit(changes, events)
        if (isCrashing) throw new Error('The process is gone')
        return committed
      },
    }
    const body = { records: ['a', 'b', 'c'].map((client) => of('displayed', client, 'e', client)) }
    await expect(createSignalbox({ store }).experiments.record({ body })).rejects.toThrow('The process is gone')
    isCrashing = false
    const again = createSignalbox({ store }).experiments
    expect((await again.record({ body })).results).toEqual(['A', 'B', 'A'].map((variant) => ({ variant })))
    expect((await again.results({ id: 'e' })).results.map(({ displayed }) => displayed)).toEqual([2, 1])
  })

  it('records with `ifDisplayed` only clients that were displayed before, in the same batch too', async () => {
    const { experiments, populations } = await boxWith(['e'])
    const won = (clientId: string) => ({ ...of('won', clientId), ifDisplayed: true })
    const records = [won('ann'), of('bound', 'bob'), won('bob'), of('displayed', 'cid'), won('cid')]
    const { results } = await experiments.record({ body: { records } })
    expect(results.map(({ variant, code }) => variant ?? code)).toEqual(['CONFLICT', 'A', 'CONFLICT', 'B', 'B'])
    expect(await populations('e')).toEqual([1, 1])
    expect((await experiments.results({ id: 'e' })).results.map((one) => one.won)).toEqual([0, 1])
  })

  it('needs the right R on each experiment', async () => {
    const { box, populations } = await boxWith(['a', 'b'])
    const ann = box.as({ id: 'ann', authorizedPatterns: 'a$$$R' })
    const { results } = await ann.experiments.record({ body: { records: [of('won', 'c', 'b'), of('won', 'c', 'a')] } })
    expect(results).toEqual([{ code: 'FORBIDDEN', message: expect.stringContaining('b') }, { variant: 'A' }])
    expect(await populations('b')).toEqual([0, 0])
    await expect(box.as({ id: 'bob' }).experiments.record({ body: { records: [] } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})
