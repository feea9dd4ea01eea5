import { beforeEach, describe, expect, it } from 'vitest'
import type { Signalbox, SignalboxApi } from '../index.ts'
import { codeOf, collect, holder, testBox } from '../machine/callers/access.fixture.ts'

/** Ids that are prefixes of one another, so that keys of bindings are ambiguous for some client ids. */
const ids = ['a', 'a:b', 'a:b:c', 'b', 'b:c'] as const
const clients = ['x', 'b:x', 'b:c:x'] as const
const variants = [
  { id: 'A', name: 'A', traffic: 0.5 },
  { id: 'B', name: 'B', traffic: 0.5 },
]
const experiment = (id: string) => ({ id, name: id, enabled: true, variants })
let box: Signalbox

beforeEach(async () => {
  box = testBox()
  for (const id of ids) {
    await box.experiments.create({ body: experiment(id) })
    for (const clientId of clients) await box.experiments.displayed({ id, clientId })
  }
})

const unique = (values: readonly string[]) => [...new Set(values)].sort()
const ofExperiment = ({ payload }: { payload: unknown }) => {
  const { experimentId, id } = payload as { experimentId?: string; id: string }
  return experimentId ?? id
}

async function streamed(api: SignalboxApi): Promise<string[]> {
  await box.features.create({ body: { id: 'end', enabled: true, activationStrategy: 'NO_STRATEGY' } })
  const found: string[] = []
  for await (const event of await api.events.stream({ domains: 'Experiment,Feature', lastEventId: 0 })) {
    if (event.key === 'end') break
    found.push(ofExperiment(event))
  }
  return unique(found)
}

/** The experiment of a line of bindings, even if its key is ambiguous. */
const ofBinding = ({ variantBindingKey: key, experimentId }: { variantBindingKey: string; experimentId?: string }) =>
  experimentId ?? ids.filter((id) => key.startsWith(`${id}:`)).sort((one, other) => other.length - one.length)[0]!

const doors: Record<string, (api: SignalboxApi) => Promise<string[]>> = {
  list: async (api) => (await api.experiments.list()).results.map(({ id }) => id),
  export: async (api) => (await collect(await api.experiments.export())).map(({ id }) => id),
  search: async (api) => (await api.search()).results.map(({ id }) => id).sort(),
  bindings: async (api) => unique((await collect(await api.experiments.exportBindings())).map(ofBinding)),
  events: async (api) =>
    unique((await collect(await api.experiments.exportEvents())).map(({ experimentId }) => experimentId)),
  stream: streamed,
}

describe.each(Object.keys(doors))('%s of experiments', (door) => {
  it.each([
    ['a', ['a']],
    ['a:*', ['a:b', 'a:b:c']],
    ['a:b', ['a:b']],
    ['*:c', ['a:b:c', 'b:c']],
    ['a:b:*,b', ['a:b:c', 'b']],
    ['*', ids],
  ])('shows readers of %s only what belongs to those experiments', async (pattern, expected) => {
    const api = box.as(
      holder([
        { pattern, rights: [], domains: ['Experiment'] },
        { pattern: 'end', domains: ['Feature'] },
      ]),
    )
    expect(await doors[door]!(api)).toEqual(expected)
  })
})

describe('calls for a client', () => {
  const calls: Record<string, (api: SignalboxApi, id: string) => Promise<unknown>> = {
    displayed: (api, id) => api.experiments.displayed({ id, clientId: 'x' }),
    won: (api, id) => api.experiments.won({ id, clientId: 'x' }),
    variant: (api, id) => api.experiments.variant({ id, clientId: 'x' }),
    results: (api, id) => api.experiments.results({ id }),
  }

  it.each(Object.keys(calls))('%s requires R, and returns 403 outside the grants and 404 inside', async (name) => {
    const api = box.as(holder('a:*$$$'))
    expect(await codeOf(calls[name]!(api, 'a:b'))).toBe('OK')
    expect(await codeOf(calls[name]!(api, 'a:nowhere'))).toBe('NOT_FOUND')
    expect(await codeOf(calls[name]!(api, 'b'))).toBe('FORBIDDEN')
    expect(await codeOf(calls[name]!(api, 'nowhere'))).toBe('FORBIDDEN')
  })

  it('the tree binds the client only in readable experiments', async () => {
    expect(await box.as(holder('b')).experiments.tree({ clientId: 'new' })).toEqual({
      b: { variant: expect.any(String) },
    })
    expect(await codeOf(box.experiments.variant({ id: 'b', clientId: 'new' }))).toBe('OK')
    expect(await codeOf(box.experiments.variant({ id: 'b:c', clientId: 'new' }))).toBe('NOT_FOUND')
  })
})

describe('an upload', () => {
  const reasons = async (upload: Promise<{ success: number; errors: { errors: { args: string[] }[] } }>) => {
    const { success, errors } = await upload
    return [success, ...errors.errors.map(({ args }) => args[1])]
  }

  it('of bindings cannot write outside the grants, nor reveals which experiments exist', async () => {
    const api = box.as(holder('b:*$$$C'))
    const upload = (key: string) =>
      api.experiments.importBindings({ body: [{ variantBindingKey: key, variantId: 'A' }] })
    expect(await reasons(upload('b:c:new'))).toEqual([1])
    const [there, nowhere] = [await reasons(upload('a:b:x')), await reasons(upload('z:z:x'))]
    expect(there).toEqual([0, expect.stringContaining('not allowed')])
    expect(nowhere).toEqual([0, expect.stringContaining('not allowed')])
    expect(String(nowhere[1]).replaceAll('z:z:x', 'a:b:x')).toBe(there[1])
    expect(await reasons(upload('b:nowhere:x'))).toEqual([0, expect.stringContaining('There is no experiment')])
  })

  it('that names its experiment and client is authorised by that experiment', async () => {
    const line = { variantBindingKey: 'b:c:new', variantId: 'A', experimentId: 'b', clientId: 'c:new' }
    const upload = (grants: string) => box.as(holder(grants)).experiments.importBindings({ body: [line] })
    expect(await reasons(upload('b:*$$$C'))).toEqual([0, expect.stringContaining('not allowed')])
    expect(await reasons(upload('b$$$C'))).toEqual([1])
  })

  it('of events is authorised by the experiment of each', async () => {
    const lines = await collect(await box.experiments.exportEvents())
    const { success } = await box.as(holder('a:b$$$C,b$$$C')).experiments.importEvents({ body: lines })
    expect(success).toBe(2 * clients.length)
  })

  it('requires C', async () => {
    const api = box.as(holder('*$$$UD'))
    expect(await codeOf(api.experiments.importBindings({ body: [] }))).toBe('FORBIDDEN')
    expect(await codeOf(api.experiments.importEvents({ body: [] }))).toBe('FORBIDDEN')
  })
})
