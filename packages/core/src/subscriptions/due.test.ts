import { describe, expect, it, onTestFinished } from 'vitest'
import { followConsumers } from '../serving/source/live-consumers.fixture.ts'
import { boxWithPlans, HOUR, setPlan, subscribe } from './subscriptions.fixture.ts'

async function setUp() {
  const { box, store, clock } = await boxWithPlans()
  onTestFinished(() => box.close())
  let seq = 0
  return {
    box,
    store,
    clock,
    /** A data plane reports that these credentials were used and are due. */
    reportDue: (...due: string[]) =>
      box.gatewaySource.report?.({ instance: 'one', seq: ++seq, entries: [], quotas: [], due }),
    /** The client ids of which the event tells. */
    async told() {
      const keys: string[] = []
      for await (const { type, key } of store.read({ after: 0 })) if (type === 'CREDENTIAL_ROTATION_DUE') keys.push(key)
      return keys
    },
  }
}

describe('credentials that a data plane reports as due for rotation', () => {
  it('are told once each, whoever reports them and however often', async () => {
    const { box, clock, reportDue, told } = await setUp()
    const ids: string[] = []
    for (let i = 0; i < 40; i++) ids.push((await subscribe(box)).clientId)
    await reportDue(...ids)
    expect(await told()).toEqual([])
    clock.advance(24 * HOUR)
    await Promise.all([reportDue(...ids), reportDue(...ids)])
    await reportDue(...ids, ids[0] as string)
    expect((await told()).sort()).toEqual(ids.sort())
  })

  it('are told again after the next rotation, when they are due again', async () => {
    const { box, clock, reportDue, told } = await setUp()
    const { id, clientId } = await subscribe(box)
    for (const _ of [1, 2]) {
      clock.advance(24 * HOUR)
      await reportDue(clientId)
      await box.subscriptions.rotate({ id, body: {} })
      await reportDue(clientId)
    }
    expect(await told()).toEqual([clientId, clientId])
  })

  it('are told although another write comes in between', async () => {
    const { box, store, clock, reportDue, told } = await setUp()
    const { clientId } = await subscribe(box)
    clock.advance(24 * HOUR)
    const commit = store.commit.bind(store)
    let isFirst = true
    store.commit = async (changes, events) => {
      if (isFirst && events[0]?.type === 'CREDENTIAL_ROTATION_DUE') {
        isFirst = false
        await box.credentials.patch({ id: clientId, body: { description: 'edited' } })
      }
      return commit(changes, events)
    }
    await reportDue(clientId)
    expect(await told()).toEqual([clientId])
    expect(await box.credentials.get({ id: clientId })).toMatchObject({ description: 'edited' })
  })

  it('are not told if they are unknown, disabled or closed', async () => {
    const { box, clock, reportDue, told } = await setUp()
    const [disabled, closed, deleted, ended] = [
      ...[await subscribe(box), await subscribe(box), await subscribe(box), await subscribe(box)],
    ] as [Awaited<ReturnType<typeof subscribe>>, ...Awaited<ReturnType<typeof subscribe>>[]]
    clock.advance(24 * HOUR)
    await box.credentials.patch({ id: disabled.clientId, body: { enabled: false } })
    await box.subscriptions.close({ id: closed?.id as string })
    await box.subscriptions.delete({ id: deleted?.id as string })
    await setPlan(box, 'closed')
    await reportDue('nobody', ...[disabled, closed, deleted, ended].map((one) => one?.clientId as string))
    expect(await told()).toEqual([])
  })

  it('are known as told to the data plane, which reports them no more', async () => {
    const { box, store, clock, reportDue } = await setUp()
    const { consumers, caughtUp } = await followConsumers({ box, store })
    const { clientId } = await subscribe(box)
    clock.advance(24 * HOUR)
    await reportDue(clientId)
    await caughtUp()
    expect(consumers.findCredential(clientId)?.credential.isDueTold).toBe(true)
  })
})
