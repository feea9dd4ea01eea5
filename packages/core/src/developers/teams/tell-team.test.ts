import { describe, expect, it } from 'vitest'
import type { Notice } from '../../index.ts'
import { createApi, gold } from '../../subscriptions/subscriptions.fixture.ts'
import { consumer, writingBox } from '../consumers.fixture.ts'

const rotation = { enabled: true, rotationEvery: 24, gracePeriod: 0 }
const plans = [
  gold,
  { ...gold, id: 'manual', name: 'By hand', approval: 'manual' as const },
  {
    ...{ id: 'strict', name: 'Strict', status: 'published' as const },
    ...{ access_mode_configuration_type: 'apikey' as const, access_mode_configuration: { rotation } },
  },
]

/** Ann owns Shop, of which Max is a member, and has asked for a plan. Both have confirmed their addresses. */
async function open(notify?: (notice: Notice) => void) {
  const sent: Notice[] = []
  const reported: unknown[] = []
  const { box } = writingBox({
    report: (error) => void reported.push(error),
    developers: {
      signUp: 'open',
      notify: notify ?? ((notice) => void sent.push(notice)),
      portalUrl: 'https://api.example.com/portal',
    },
  })
  for (const id of ['ann', 'max', 'bob'])
    await box.developers.create({ body: { id, name: id, email: `${id}@example.com` } })
  const members = [
    { developer: 'ann', role: 'owner' as const },
    { developer: 'max', role: 'member' as const },
  ]
  await box.applications.create({ body: { id: 'shop', name: 'Shop\r\nBcc: all@example.com', members } })
  await createApi(box, plans)
  await box.apis.deployments.create({ id: 'a', body: {} })
  const mine = (id: string) => box.as(consumer(id)).mine.subscriptions
  const subscribe = async (plan_ref: string) =>
    `${(await mine('ann').create({ body: { owner_ref: 'shop', api_ref: 'a', plan_ref } })).id}`
  return { box, sent, reported, mine, subscribe }
}

const toWhom = (sent: readonly Notice[]) => sent.map(({ kind, to }) => `${kind} ${to}`).sort()

describe('the members of an application are told', () => {
  it('that a request was approved, or refused and why, with the page to open', async () => {
    const { box, sent, subscribe } = await open()
    const id = await subscribe('manual')
    expect(sent).toEqual([])
    await box.subscriptions.approve({ id })
    expect(toWhom(sent)).toEqual(['decision ann@example.com', 'decision max@example.com'])
    expect(sent[0]).toMatchObject({
      link: `https://api.example.com/portal/~/subscriptions/${id}/`,
      subject: expect.stringContaining('was approved'),
      text: expect.stringMatching(/can use the plan By hand of/),
    })
    await box.subscriptions.close({ id })
    sent.length = 0
    const other = await subscribe('manual')
    await box.subscriptions.refuse({ id: other, reason: 'Use the plan\nGold' })
    expect(sent[0]).toMatchObject({
      subject: expect.stringContaining('was refused'),
      text: expect.stringContaining('Reason: Use the plan Gold'),
    })
    expect(sent).toHaveLength(2)
  })

  it('that somebody else has rotated a key: a member, an owner of the API, a program', async () => {
    const { box, sent, mine, subscribe } = await open()
    const id = await subscribe('gold')
    const { clientId, clientSecret } = await mine('max').rotate({ id, body: {} })
    expect(toWhom(sent)).toEqual(['rotation ann@example.com'])
    expect(sent[0]?.text).toMatch(/^max created a new secret .* works until \d{4}-/)
    sent.length = 0
    await box.credentials.rotate({ body: { clientId, clientSecret }, revokePrevious: true })
    expect(toWhom(sent)).toEqual(['rotation ann@example.com', 'rotation max@example.com'])
    sent.length = 0
    await box.subscriptions.rotate({ id, body: {}, revokePrevious: true })
    expect(toWhom(sent)).toEqual(['rotation ann@example.com', 'rotation max@example.com'])
    expect(sent[0]?.text).toMatch(/^The owners of the API created .* no longer works\./)
    expect(JSON.stringify(sent)).not.toContain(clientSecret)
  })

  it('that a replaced key stopped, if the plan gives it no time', async () => {
    const { sent, mine, subscribe } = await open()
    await mine('max').rotate({ id: await subscribe('strict'), body: {} })
    expect(sent[0]?.text).toContain('The previous secret no longer works.')
  })

  it('in a single line each, whatever their names', async () => {
    const { sent, mine, subscribe } = await open()
    await mine('max').rotate({ id: await subscribe('gold'), body: {} })
    expect(sent[0]?.subject).toMatch(/^[^\r\n]*Shop Bcc: all@example.com[^\r\n]*$/)
  })

  it('unless they are blocked, and nothing after a decision that failed', async () => {
    const { box, sent, subscribe } = await open()
    const id = await subscribe('manual')
    await box.developers.patch({ id: 'max', body: [{ op: 'replace', path: '/status', value: 'blocked' }] })
    await box.subscriptions.approve({ id })
    await expect(box.subscriptions.approve({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(toWhom(sent)).toEqual(['decision ann@example.com'])
  })

  it('without delaying or undoing what was done', async () => {
    const { box, reported, subscribe } = await open(() => {
      throw new Error('the mailer is away')
    })
    const id = await subscribe('manual')
    expect((await box.subscriptions.approve({ id })).approval).toBe('approved')
    await expect.poll(() => reported.length).toBe(2)
  })
})
