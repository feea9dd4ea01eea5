import { describe, expect, it, onTestFinished } from 'vitest'
import { createSignalbox } from '../../index.ts'
import type { GatewayApi } from './api.ts'

const START = Date.UTC(2026, 0, 1)
const DAY = 24 * 60 * 60_000

const keys = { id: 'keys', status: 'published' as const, access_mode_configuration_type: 'apikey' as const }
const shop = { id: 'shop', name: 'Shop', domain: 'shop.example', documentation: { plans: [keys] } }

/** A box with the published API `shop`, and a clock to advance. */
async function setUp() {
  let now = START
  const box = createSignalbox({ clock: () => now })
  onTestFinished(() => box.close())
  await box.apis.create({ body: shop })
  await box.apis.patch({ id: 'shop', body: { state: 'published' } })
  const day = (days: number) => START + days * DAY
  return {
    box,
    day,
    /** Goes to the begin of a day after the start. */
    goTo: (days: number) => {
      now = day(days)
    },
    patch: (body: object) => box.apis.patch({ id: 'shop', body }),
    setPlan: (members: object) =>
      box.apis.patch({ id: 'shop', body: { documentation: { plans: [{ ...keys, ...members }] } } }),
    load: () => box.apis.get({ id: 'shop' }),
  }
}

const planOf = ({ documentation }: Pick<GatewayApi, 'documentation'>) => documentation?.plans?.[0]

describe('an API', () => {
  it('has the date of its deprecation, over edits, until it is published again', async () => {
    const { patch, goTo, day, load, box } = await setUp()
    goTo(1)
    expect(await patch({ state: 'deprecated' })).toMatchObject({ deprecated_at: day(1) })
    goTo(2)
    expect(await patch({ description: 'edited' })).toMatchObject({ deprecated_at: day(1) })
    const { deprecated_at: _date, deployments: _all, ...api } = await load()
    expect(await box.apis.replace({ id: 'shop', body: api })).toMatchObject({ deprecated_at: day(1) })
    expect(await patch({ state: 'removed' })).toMatchObject({ deprecated_at: day(1) })
    expect(await patch({ state: 'staging' })).not.toHaveProperty('deprecated_at')
    expect(await patch({ state: 'published' })).not.toHaveProperty('deprecated_at')
    goTo(3)
    expect(await patch({ state: 'deprecated' })).toMatchObject({ deprecated_at: day(3) })
    expect(await patch({ state: 'published' })).not.toHaveProperty('deprecated_at')
  })

  it('ignores a date of a deprecation that is sent', async () => {
    const { box, patch, day, load } = await setUp()
    expect(await patch({ deprecated_at: day(-9) })).not.toHaveProperty('deprecated_at')
    await patch({ state: 'deprecated', deprecated_at: day(-9) })
    expect(await patch({ deprecated_at: day(9) })).toMatchObject({ deprecated_at: day(0) })
    expect(await box.apis.replace({ id: 'shop', body: { ...(await load()), deprecated_at: day(9) } })).toMatchObject({
      deprecated_at: day(0),
    })
  })

  it('is not written again by its own response', async () => {
    const { box, patch, load } = await setUp()
    await patch({ state: 'deprecated', sunset_at: START + DAY, successor: 'other' })
    const types: string[] = []
    box.on('*', ({ type }) => types.push(type))
    await box.apis.replace({ id: 'shop', body: await load() })
    await box.configs.create({ body: { id: 'last', value: 1 } })
    await expect.poll(() => types).toEqual(['CONFIG_CREATED'])
  })

  it('cannot end before it is deprecated', async () => {
    const { patch, day } = await setUp()
    await patch({ sunset_at: day(-1) })
    const problem = {
      code: 'INVALID',
      fieldErrors: { '/sunset_at': [{ message: 'error.minimum', args: [`${day(0)}`] }] },
    }
    await expect(patch({ state: 'deprecated' })).rejects.toMatchObject(problem)
    await patch({ state: 'deprecated', sunset_at: day(0) })
    await expect(patch({ sunset_at: day(0) - 1 })).rejects.toMatchObject(problem)
    await expect(patch({ sunset_at: 1_798_761_600 })).rejects.toMatchObject({ code: 'INVALID' })
  })

  it('announces its end without a publication', async () => {
    const { box, patch, setPlan, day } = await setUp()
    const { results } = await box.apis.deployments.list({ id: 'shop' })
    await patch({ sunset_at: day(9), successor: 'shop-2' })
    await setPlan({ sunset_at: day(9) })
    expect((await box.apis.deployments.list({ id: 'shop' })).results).toEqual(results)
    const { problems } = await box.apis.lint({ id: 'shop' })
    expect(problems.filter(({ message }) => message.includes('differs'))).toEqual([])
  })
})

describe('a plan', () => {
  it('has the date of its deprecation, over edits and its closure, until it is published again', async () => {
    const { setPlan, patch, goTo, day } = await setUp()
    goTo(1)
    expect(planOf(await setPlan({ status: 'deprecated' }))).toMatchObject({ deprecated_at: day(1) })
    goTo(2)
    const edited = await setPlan({ status: 'deprecated', name: 'Keys', deprecated_at: day(9) })
    expect(planOf(edited)).toMatchObject({ deprecated_at: day(1) })
    expect(planOf(await setPlan({ status: 'published' }))).not.toHaveProperty('deprecated_at')
    goTo(3)
    await setPlan({ status: 'deprecated' })
    goTo(4)
    expect(planOf(await setPlan({ status: 'closed' }))).toMatchObject({ deprecated_at: day(3) })
    expect(await patch({ name: 'Shop' })).not.toHaveProperty('deprecated_at')
  })

  it('cannot end before it is deprecated', async () => {
    const { setPlan, day } = await setUp()
    await expect(setPlan({ status: 'deprecated', sunset_at: day(0) - 1 })).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/documentation/plans/0/sunset_at': [{ message: 'error.minimum', args: [`${day(0)}`] }] },
    })
  })

  it('that is created deprecated is deprecated since then', async () => {
    const { box, goTo, day } = await setUp()
    goTo(5)
    const plans = [{ ...keys, status: 'deprecated' as const, deprecated_at: day(1) }]
    const api = await box.apis.create({ body: { ...shop, id: 'other', documentation: { plans } } })
    expect(planOf(api)).toMatchObject({ deprecated_at: day(5) })
  })
})

describe('the dates of deprecations', () => {
  it('survive a draft and its publication; a deprecation in a draft gets its date when it is published', async () => {
    const { box, setPlan, goTo, day } = await setUp()
    goTo(1)
    await setPlan({ status: 'deprecated' })
    goTo(2)
    const draft = {
      documentation: {
        plans: [
          { ...keys, status: 'deprecated' as const },
          { ...keys, id: 'more' },
        ],
      },
    }
    expect(planOf(await box.apis.draft.patch({ id: 'shop', body: draft }))).toMatchObject({ deprecated_at: day(1) })
    await box.apis.deployments.create({ id: 'shop', body: {} })
    const more = { ...keys, id: 'more', status: 'deprecated' as const }
    const drafted = { documentation: { plans: [{ ...keys, status: 'deprecated' as const }, more] } }
    const { documentation } = await box.apis.draft.patch({ id: 'shop', body: drafted })
    expect(documentation?.plans?.map(({ deprecated_at }) => deprecated_at)).toEqual([day(1), undefined])
    goTo(3)
    const { apiDefinition } = await box.apis.deployments.create({ id: 'shop', body: {} })
    expect(apiDefinition?.documentation?.plans?.map(({ deprecated_at }) => deprecated_at)).toEqual([day(1), day(3)])
  })

  it('of a draft are those of the saved API', async () => {
    const { box, patch, day } = await setUp()
    await box.apis.draft.patch({ id: 'shop', body: { description: 'drafted' } })
    await patch({ state: 'deprecated' })
    const draft = await box.apis.draft.get({ id: 'shop' })
    expect(draft).toMatchObject({ description: 'drafted', deprecated_at: day(0) })
    expect((await box.apis.draft.diff({ id: 'shop' })).changes).toMatchObject([
      { id: 'shop', members: [{ to: 'drafted' }] },
    ])
    await expect(box.apis.draft.patch({ id: 'shop', body: { sunset_at: day(-1) } })).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/sunset_at': expect.anything() },
    })
  })

  it('are those of now when an earlier deployment is restored', async () => {
    const { box, setPlan, patch, goTo, day } = await setUp()
    const { results } = await box.apis.deployments.list({ id: 'shop' })
    goTo(1)
    await setPlan({ status: 'deprecated', sunset_at: day(9), successor: 'shop-2' })
    await patch({ successor: 'shop-3' })
    await box.apis.deployments.restore({ id: 'shop', deploymentId: results[0]?.id as string })
    const api = await box.apis.get({ id: 'shop' })
    expect(api.successor).toBe('shop-3')
    expect(planOf(api)).toMatchObject({ deprecated_at: day(1), sunset_at: day(9), successor: 'shop-2' })
  })

  it('survive exports and uploads, also of drafts and deployments', async () => {
    const { box, setPlan, patch, goTo, day } = await setUp()
    goTo(1)
    await setPlan({ status: 'deprecated', sunset_at: day(9) })
    await patch({ state: 'deprecated', successor: 'shop-2' })
    await box.apis.draft.patch({ id: 'shop', body: { description: 'drafted' } })
    goTo(5)
    const lines = await all(box.apis.export())
    const other = createSignalbox({ clock: () => day(6) })
    onTestFinished(() => other.close())
    expect(await other.apis.import({ body: lines })).toMatchObject({ success: 1 })
    const dated = { deprecated_at: day(1), successor: 'shop-2', documentation: { plans: [{ deprecated_at: day(1) }] } }
    expect(await other.apis.get({ id: 'shop' })).toMatchObject(dated)
    await other.apis.deployments.import({ body: await all(box.apis.deployments.export()) })
    await other.apis.draft.import({ body: await all(box.apis.draft.export()) })
    expect(await other.apis.draft.get({ id: 'shop' })).toMatchObject({ description: 'drafted', ...dated })
    const { results } = await other.apis.deployments.list({ id: 'shop' })
    const { apiDefinition } = await other.apis.deployments.get({ id: 'shop', deploymentId: results[0]?.id as string })
    expect(planOf(apiDefinition as GatewayApi)).toMatchObject({ deprecated_at: day(1), sunset_at: day(9) })
    await other.apis.import({ body: [{ ...lines[0], deprecated_at: day(0) } as never], strategy: 'Replace' })
    expect(await other.apis.get({ id: 'shop' })).toMatchObject({ deprecated_at: day(0) })
  })

  it('of plans survive duplication; the copy itself is not deprecated', async () => {
    const { box, setPlan, patch, goTo, day } = await setUp()
    await setPlan({ status: 'deprecated' })
    await patch({ state: 'deprecated' })
    goTo(3)
    const copy = await box.apis.duplicate({ id: 'shop', body: { id: 'copy' } })
    expect(copy).not.toHaveProperty('deprecated_at')
    expect(planOf(copy)).toMatchObject({ deprecated_at: day(0) })
  })
})

describe('lint', () => {
  const found = async ({ box }: Pick<Awaited<ReturnType<typeof setUp>>, 'box'>) => {
    const { problems } = await box.apis.lint({ id: 'shop' })
    return problems.flatMap(({ severity, pointer, message }) =>
      /successor|sunset/.test(pointer) ? [`${severity} ${pointer}: ${message}`] : [],
    )
  }

  it('warns of successors that do not exist', async () => {
    const { box, patch, setPlan } = await setUp()
    await patch({ successor: 'shop-2' })
    await setPlan({ successor: 'shop-3' })
    expect(await found({ box })).toEqual([
      'warning /successor: The successor of the API, the API shop-2, does not exist',
      'warning /documentation/plans/0/successor: The successor of the plan keys, the API shop-3, does not exist',
    ])
    for (const id of ['shop-2', 'shop-3']) await box.apis.create({ body: { ...shop, id } })
    expect(await found({ box })).toEqual([])
    await patch({ successor: 'shop' })
    expect(await found({ box })).toEqual([expect.stringContaining('its own successor')])
  })

  it('does not tell callers which APIs exist that they may not read', async () => {
    const { box, patch } = await setUp()
    await patch({ successor: 'shop-2' })
    const ann = box.as({ id: 'ann', authorizedPatterns: [{ pattern: 'shop', domains: ['Api'] }] })
    expect(await found({ box: ann as never })).toEqual([])
  })

  it('warns of a sunset that has passed while the API or plan still serves', async () => {
    const { box, patch, setPlan, goTo, day } = await setUp()
    await setPlan({ status: 'deprecated', sunset_at: day(1) })
    await patch({ state: 'deprecated', sunset_at: day(2) })
    goTo(1)
    expect(await found({ box })).toEqual([expect.stringContaining('close the plan')])
    goTo(2)
    expect(await found({ box })).toEqual([
      expect.stringMatching(/^warning \/sunset_at: .*remove the API/),
      expect.stringMatching(/^warning \/documentation\/plans\/0\/sunset_at: /),
    ])
    await setPlan({ status: 'closed', sunset_at: day(1) })
    expect(await found({ box })).toHaveLength(1)
    await patch({ state: 'removed' })
    expect(await found({ box })).toEqual([])
  })
})

async function all<T>(lines: AsyncIterable<T> | Promise<AsyncIterable<T>>): Promise<T[]> {
  const found: T[] = []
  for await (const line of await lines) found.push(line)
  return found
}
