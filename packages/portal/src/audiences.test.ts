import type { ConsumerFacts } from '@signalbox/core'
import { expect, it } from 'vitest'
import { createAccounts } from './consumers/accounts.fixture.ts'
import { createPortal } from './portal.ts'
import { createBox, NOW, publish } from './published.fixture.ts'

const ann: ConsumerFacts = { id: 'ann', groups: ['partners'] }
const bob: ConsumerFacts = { id: 'bob', email: 'bob@example.com', email_verified: false }
const consumers = new Map([ann, bob].map((one) => [one.id, one]))
const plan = { id: 'gold', name: 'Gold', status: 'published', access_mode_configuration_type: 'keyless' }

/** A portal with an API for everybody and an API for an audience. The header `Consumer` tells who asks. */
async function setUp(audience: object) {
  const box = createBox()
  await publish(box, {
    documentation: { plans: [{ ...plan, audience: { attribute: 'groups', operator: 'is', value: 'partners' } }] },
  })
  await publish(box, { id: 'secret', name: 'Secret', documentation: { audience } })
  const app = createPortal(
    box,
    { clock: () => NOW },
    {
      ...createAccounts().accounts,
      async find({ headers }) {
        const consumer = consumers.get(headers.get('Consumer') ?? '')
        return (
          consumer && {
            consumer,
            developer: { id: consumer.id, name: consumer.id },
            identity: { id: consumer.id },
            mine: {} as never,
          }
        )
      },
    },
  )
  const ask = (path: string, consumer?: ConsumerFacts, headers: Readonly<Record<string, string>> = {}) =>
    app.request(path, { headers: { ...(consumer && { Consumer: consumer.id }), ...headers } })
  const statuses = async (path = '/secret/') =>
    Promise.all([undefined, ann, bob].map(async (one) => (await ask(path, one)).status))
  return { box, ask, statuses }
}

it('shows an API to its audience alone, as segments and features say at the moment', async () => {
  const { box, statuses } = await setUp({ all: [{ segment: 'friends' }, { feature: 'preview' }] })
  expect(await statuses()).toEqual([404, 404, 404])
  await box.segments.create({ body: { id: 'friends', included: ['ann'] } })
  expect(await statuses()).toEqual([404, 404, 404])
  await box.features.create({ body: { id: 'preview', enabled: true, activationStrategy: 'NO_STRATEGY' } as never })
  expect(await statuses()).toEqual([404, 200, 404])
  await box.segments.patch({ id: 'friends', body: { included: ['bob'] } })
  expect(await statuses()).toEqual([404, 404, 200])
  await box.segments.delete({ id: 'friends', force: true })
  expect(await statuses()).toEqual([404, 404, 404])
})

it('trusts no address that nobody vouches for', async () => {
  const { statuses } = await setUp({ attribute: 'emailDomain', operator: 'is', value: 'example.com' })
  expect(await statuses()).toEqual([404, 404, 404])
})

it('counts what each visitor may see: the only API is the first page', async () => {
  const { statuses } = await setUp({ attribute: 'id', operator: 'is', value: 'ann' })
  expect(await statuses('/')).toEqual([303, 200, 303])
})

it('sends consumers what no shared cache keeps, and makes pages once for all who see the same', async () => {
  const { box, ask } = await setUp({ attribute: 'id', operator: 'exists' })
  const [anyone, first, second] = await Promise.all([ask('/billing/'), ask('/billing/', ann), ask('/billing/', bob)])
  const caching = (response: Response) => response.headers.get('Cache-Control')
  expect([anyone, first, second].map(caching)).toEqual(['public, no-cache', 'private, no-cache', 'private, no-cache'])
  expect([(await first.text()).includes('Gold'), (await second.text()).includes('Gold')]).toEqual([true, false])
  for (const path of ['/none', '/secret', '/sitemap.xml', '/billing/search/?q=gold'])
    expect([path, caching(await ask(path, ann))]).toEqual([path, 'private, no-cache'])
  const etag = first.headers.get('ETag') as string
  const again = await ask('/billing/', ann, { 'If-None-Match': etag })
  expect([again.status, caching(again)]).toEqual([304, 'private, no-cache'])
  expect((await ask('/billing/', bob, { 'If-None-Match': etag })).status).toBe(200)
  expect(anyone.headers.get('Vary')).toBe('Cookie, Accept')
  await box.segments.create({ body: { id: 'other' } })
  expect((await ask('/billing/', ann, { 'If-None-Match': etag })).status).toBe(304)
})
