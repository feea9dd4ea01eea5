import { describe, expect, it } from 'vitest'
import { openBox } from './open-box.fixture.ts'
import { answering, settle, URL_OF_HOOK } from './webhooks.fixture.ts'

/** A box, and what it says about the consumers of its log: how many events each is behind, and for how many seconds. */
function setUp() {
  const { box, ...rest } = openBox()
  const lags = async () => {
    const { consumers } = (await box.about()).events
    return Object.fromEntries(consumers.map(({ name, behind, lag }) => [name, [behind, lag]]))
  }
  return { box, ...rest, lags }
}

describe('the progress of deliveries', () => {
  it('is that of the webhook that is furthest behind, and that of each webhook', async () => {
    const { write, hook, receiver, time, lags } = setUp()
    receiver.at('https://receiver.example/failing', answering(500))
    await hook({ clientId: 'good' })
    await hook({ clientId: 'failing', callbackUrl: 'https://receiver.example/failing' })
    await time.advance(3000)
    await settle()
    const before = await lags()
    expect(before['webhook:good']).toEqual([0, 0])
    await write('a', 'b')
    expect(await lags()).toMatchObject({ state: [0, 0], 'webhook:good': [2, 0], webhooks: [2, 0] })
    await time.advance(5000)
    const { webhooks, 'webhook:good': good, 'webhook:failing': failing } = await lags()
    expect(good).toEqual([0, 0])
    expect(failing).toEqual(webhooks)
    expect(failing?.[1]).toBeGreaterThanOrEqual(5)
  })

  it('counts events that a webhook does not ask for as processed', async () => {
    const { write, hook, lags } = setUp()
    await hook({ patterns: ['other:*'] })
    await settle()
    await write('a', 'b')
    await settle()
    expect(await lags()).toMatchObject({ webhooks: [0, 0], 'webhook:h': [0, 0] })
  })

  it('leaves out webhooks that are banned', async () => {
    const { box, write, hook, lags } = setUp()
    await hook()
    await box.webhooks.patch({ id: 'h', body: [{ op: 'replace', path: '/isBanned', value: true }] })
    await settle()
    await write('a')
    expect(Object.keys(await lags())).not.toContain('webhooks')
  })

  it('has a name for each of 100 webhooks, and one for all others', async () => {
    const { write, hook, time, receiver, lags } = setUp()
    receiver.at('https://receiver.example/failing', answering(500))
    const id = (i: number) => `h${String(i).padStart(3, '0')}`
    for (let i = 0; i < 102; i++)
      await hook({ clientId: id(i), callbackUrl: i === 101 ? 'https://receiver.example/failing' : URL_OF_HOOK })
    await write('a')
    await time.advance(10_000)
    const found = await lags()
    const named = Object.keys(found).filter((name) => name.startsWith('webhook:'))
    expect([named.length, named.at(-1)]).toEqual([100, 'webhook:h099'])
    expect(found['webhook:h099']).toEqual([0, 0])
    expect(found['other webhooks']?.[0]).toBeGreaterThan(0)
    expect(found.webhooks).toEqual(found['other webhooks'])
  })
})
