import { describe, expect, it } from 'vitest'
import { collect } from '../machine/callers/access.fixture.ts'
import { memoryStore } from '../memory/store.ts'
import type { SignalboxOptions } from '../options.ts'
import type { ScriptRun } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'
import { openBox } from '../webhooks/open-box.fixture.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`
const other = `00-${'1'.repeat(32)}-b7ad6b7169203331-00`

/** A box, and its events from the oldest to the newest. */
function withEvents(options: SignalboxOptions = {}) {
  const store = memoryStore()
  return { box: createSignalbox({ ...options, store }), events: () => collect(store.read({ after: 0 })) }
}

describe('the trace context of a call', () => {
  it('is kept by its events, in the form in which it is passed on', async () => {
    const { box, events } = withEvents()
    const write = (id: string, sent: string) =>
      box.configs.create({ body: { id, value: 1 } }, { traceparent: sent, reason: `for ${id}` })
    await write('plain', traceparent)
    await write('later', `cc-${TRACE}-b7ad6b7169203331-ff-and-more`)
    await write('hostile', `00-${TRACE}-b7ad6b7169203331-01\r\nX-Evil: 1`)
    expect((await events()).map(({ key, traceparent }) => [key, traceparent])).toEqual([
      ['plain', traceparent],
      ['later', traceparent],
      ['hostile', undefined],
    ])
    await box.close()
  })

  it('is that of telemetry if it knows one', async () => {
    let current: string | undefined = traceparent
    const { box, events } = withEvents({ telemetry: { traceparent: () => current } })
    await box.configs.create({ body: { id: 'a', value: 1 } }, { traceparent: other })
    current = undefined
    await box.configs.create({ body: { id: 'b', value: 1 } }, { traceparent: other })
    expect((await events()).map((event) => event.traceparent)).toEqual([traceparent, other])
    await box.close()
  })

  it.each([
    `00-${TRACE}-b7ad6b7169203331-01\r\nX-Evil: 1`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    42,
    Promise.resolve(other),
  ])('is none if telemetry returns %s', async (returned) => {
    const { box, events } = withEvents({ telemetry: { traceparent: () => returned as string } })
    await box.configs.create({ body: { id: 'a', value: 1 } })
    expect((await events())[0]).not.toHaveProperty('traceparent')
    await box.close()
  })

  it('is passed on to scripts', async () => {
    const runs: ScriptRun[] = []
    const javascript = {
      run: async (run: ScriptRun) => {
        runs.push(run)
        return { active: true, logs: [] }
      },
      check: async () => undefined,
      close: async () => {},
    }
    const box = createSignalbox({ scripts: { javascript } })
    const script = { type: 'javascript', script: 'x' } as const
    await box.features.create({
      body: { id: 'a', enabled: true, activationStrategy: 'SCRIPT', parameters: script },
    })
    await box.features.checkWith({ id: 'a', body: {} }, { traceparent })
    await box.features.checkMany({ body: {} }, { traceparent })
    await box.ofrep.evaluate({ key: 'a', body: { context: {} } }, { traceparent })
    await box.ofrep.evaluateAll({ body: { context: {} } }, { traceparent })
    await box.scripts.debug({ body: { script, context: {} } }, { traceparent })
    expect(runs.map((run) => run.traceparent)).toEqual(Array(5).fill(traceparent))
    await box.features.checkWith({ id: 'a', body: {} })
    expect(Object.keys(runs.at(-1)!)).not.toContain('traceparent')
    await box.close()
  })

  it('is passed on by workflows: to HTTP calls that set none, and with the reason to the calls of the API', async () => {
    const sent: (string | null)[] = []
    const fetch = async (_: string, { headers }: RequestInit) => {
      sent.push(new Headers(headers).get('traceparent'))
      return new Response(null, { status: 204 })
    }
    const { box, events } = withEvents({ workflows: { fetch } })
    const call = (headers?: Record<string, string>) => ({
      kind: 'call',
      function: 'core.http_client',
      args: { url: 'https://stock.example.com', ...(headers && { headers }) },
    })
    const variants = [
      { id: 'A', name: 'A', traffic: 0.5 },
      { id: 'B', name: 'B', traffic: 0.5 },
    ]
    await box.experiments.create({ body: { id: 'shop:button', name: 'Button', enabled: true, variants } as never })
    await box.workflows.create({
      body: {
        id: 'w',
        config: {
          kind: 'workflow',
          steps: [
            call(),
            call({ Traceparent: other }),
            { kind: 'call', function: 'core.experiment_displayed', args: { id: 'shop:button', client_id: 'ann' } },
            { kind: 'call', function: 'core.emit_event', args: { name: 'done' } },
          ],
        },
      } as never,
    })
    await box.workflows.run({ id: 'w', body: {} }, { traceparent, reason: 'Incident 42' })
    expect(sent).toEqual([traceparent, other])
    const [, , ...ofRun] = await events()
    expect(ofRun.map(({ type, traceparent, reason }) => [type, traceparent, reason])).toEqual([
      ['VARIANT_BINDING_CREATED', traceparent, 'Incident 42'],
      ['EXPERIMENT_VARIANT_EVENT_CREATED', traceparent, 'Incident 42'],
      ['WORKFLOW_EVENT_EMITTED', traceparent, 'Incident 42'],
    ])
    await box.close()
  })

  it('is passed on to webhooks: that of the first traced event, unless the webhook sets the header', async () => {
    const { box, hook, time, receiver } = openBox()
    await hook()
    await hook({ clientId: 'own', callbackUrl: 'https://own.example/hook', headers: { Traceparent: other } })
    const write = (id: string, sent?: string) =>
      box.configs.create({ body: { id, value: 1 } }, sent === undefined ? {} : { traceparent: sent })
    await write('a')
    await write('b', traceparent)
    await write('c', other)
    await time.advance(1000)
    const callsTo = (isOwn: boolean) => receiver.calls.filter(({ url }) => url.includes('own.example') === isOwn)
    const headersOf = (isOwn: boolean) => callsTo(isOwn).map(({ headers }) => headers.get('traceparent'))
    expect([headersOf(false), headersOf(true)]).toEqual([[traceparent], [other]])
    const [call] = callsTo(true)
    const { objectsEdited } = JSON.parse(call!.body) as { objectsEdited: { traceparent?: string }[] }
    expect(objectsEdited.map((event) => event.traceparent)).toEqual([undefined, traceparent, other])
    await write('d')
    await time.advance(1000)
    expect([headersOf(false), headersOf(true)]).toEqual([
      [traceparent, null],
      [other, other],
    ])
  })
})
