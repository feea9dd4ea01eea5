import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryStore } from '../../memory/store.ts'
import { createSignalbox } from '../../signalbox.ts'
import { boxWithPlans, gold, START, setPlan, subscribe } from '../../subscriptions/subscriptions.fixture.ts'
import { manualTime, settle } from '../../webhooks/webhooks.fixture.ts'
import type { DataPlane } from './data-plane.ts'

/** A box with data planes of a test. They apply nothing until the test lets them. */
async function setUp() {
  const time = manualTime(START)
  const store = memoryStore({ clock: time.clock })
  const reports: Error[] = []
  const report = (error: unknown) => void reports.push(error as Error)
  const { box } = await boxWithPlans([gold], { clock: time.clock, wait: time.wait, store, report })
  onTestFinished(() => box.close())

  function attach(applied?: DataPlane['applied'], id = 'one') {
    const status = { id, state: 'fresh' as const, revision: 0, routes: 0, since: 0, notes: [] }
    const explain = () => expect.unreachable('not called')
    return box.gatewaySource.attach?.({ status: () => status, explain, ...(applied && { applied }) }) as () => void
  }

  /** Attaches a data plane that applies revisions when `release` is called. */
  function attachSlow(id?: string) {
    const asked: number[] = []
    let release = () => {}
    const applied = (revision: number) => {
      asked.push(revision)
      return new Promise<void>((resolve) => (release = resolve))
    }
    return { asked, detach: attach(applied, id), release: () => release() }
  }

  /** Whether a write has resolved. */
  function begin(write: Promise<unknown>) {
    const state = { isDone: false }
    write.then(() => (state.isDone = true))
    return state
  }
  return { box, store, time, reports, attach, attachSlow, begin }
}

type World = Awaited<ReturnType<typeof setUp>>['box']
const target = { targets: [{ hostname: 'main.local' }] }

const waiting: readonly [string, (box: World) => Promise<unknown>][] = [
  ['an API', (box) => box.apis.patch({ id: 'a', body: { description: 'edited' } })],
  ['a draft', (box) => box.apis.draft.patch({ id: 'a', body: { description: 'edited' } })],
  ['a deployment', (box) => box.apis.deployments.create({ id: 'a', body: {} })],
  ['a plan', (box) => setPlan(box, 'closed')],
  ['a backend', (box) => box.backends.create({ body: { id: 'search', name: 'Search', backend: target } })],
  ['a subscription', (box) => subscribe(box)],
  ['an error template', (box) => box.errorTemplates.create({ body: { serviceId: 'global', template50x: 'Oh' } })],
  ['an upload of APIs', (box) => box.apis.import({ body: [{ id: 'b', name: 'B' }] })],
]

describe('a write of what data planes serve', () => {
  it.each(waiting)('resolves when the data planes of the process have applied it: %s', async (_, write) => {
    const { box, store, attachSlow, begin } = await setUp()
    const [one, two] = [attachSlow('one'), attachSlow('two')]
    const writing = begin(write(box))
    await vi.waitFor(() => expect(two.asked).toHaveLength(1))
    expect([...one.asked, ...two.asked]).toEqual([await store.head(), await store.head()])
    one.release()
    await settle()
    expect(writing.isDone).toBe(false)
    two.release()
    await vi.waitFor(() => expect(writing.isDone).toBe(true))
  })

  it('resolves after a second if a data plane is slower, which is reported once', async () => {
    const { box, time, reports, attachSlow, begin } = await setUp()
    const { asked, release } = attachSlow('sluggish')
    for (const description of ['1', '2']) {
      const writing = begin(box.apis.patch({ id: 'a', body: { description } }))
      await vi.waitFor(() => expect(asked).toHaveLength(Number(description)))
      await time.advance(999)
      expect(writing.isDone).toBe(false)
      await time.advance(1)
      await vi.waitFor(() => expect(writing.isDone).toBe(true))
    }
    release()
    expect(reports.map(({ message }) => message)).toEqual([expect.stringContaining('sluggish')])
  })

  it('does not wait for data planes that are detached or cannot tell, nor for failures, which are reported', async () => {
    const { box, reports, attach, attachSlow } = await setUp()
    const { asked, detach } = attachSlow()
    detach()
    attach()
    attach(() => Promise.reject(new Error('The data plane fails')))
    await box.apis.patch({ id: 'a', body: { description: 'edited' } })
    expect([asked, reports.map(({ message }) => message)]).toEqual([[], ['The data plane fails']])
  })
})

describe('a write of anything else', () => {
  it('does not wait for data planes', async () => {
    const { box, attachSlow } = await setUp()
    const { asked } = attachSlow()
    await box.features.create({ body: { id: 'f', enabled: true, activationStrategy: 'NO_STRATEGY' } })
    await box.configs.create({ body: { id: 'colour', value: 'red' } })
    expect(asked).toEqual([])
  })

  it('nor do reads and refused writes of what they serve', async () => {
    const { box, attachSlow } = await setUp()
    const { asked } = attachSlow()
    await box.apis.get({ id: 'a' })
    await expect(box.apis.patch({ id: 'a', body: { state: 'staging' } })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(box.subscriptions.close({ id: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(asked).toEqual([])
  })
})

describe('a write on a host that isolates requests', () => {
  it('does not wait for the data plane, whose work belongs to another request', async () => {
    const box = createSignalbox()
    onTestFinished(() => box.close())
    box.gatewaySource.attach?.({
      status: () => expect.unreachable('not called'),
      explain: () => expect.unreachable('not called'),
      applied: () => expect.unreachable('not called'),
    })
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
    onTestFinished(() => void vi.unstubAllGlobals())
    await box.apis.create({ body: { id: 'b', name: 'B' } })
  })
})
