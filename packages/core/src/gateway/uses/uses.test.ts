import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../memory/store.ts'
import { PLUGIN_PREFIX } from '../../plugins/plugin.ts'
import type { Change, Store } from '../../ports.ts'
import { createSignalbox, type Signalbox } from '../../signalbox.ts'

type Kind = 'feature' | 'segment' | 'experiment' | 'workflow'

/** How an API names records: in slots of plugins, or in audiences of plans. */
const slots = {
  feature: (feature: string) => ({ plugin: `${PLUGIN_PREFIX}FeatureGate`, config: { feature } }),
  segment: (segment: string) => ({ audience: { segment } }),
  experiment: (experiment: string) => ({ plugin: `${PLUGIN_PREFIX}ExperimentSplit`, config: { experiment } }),
  workflow: (workflow: string) => ({ plugin: `${PLUGIN_PREFIX}WorkflowBackend`, config: { workflow } }),
}
const apiWith = (id: string, ...used: object[]) =>
  ({
    id,
    name: id,
    flows: [{ id: 'f', plugins: { slots: used.filter((one) => 'plugin' in one) } }],
    documentation: {
      plans: used.flatMap((one, i) =>
        'audience' in one ? [{ id: `plan${i}`, access_mode_configuration_type: 'keyless', ...one }] : [],
      ),
    },
  }) as never

/** How records of each kind are created and deleted. */
const recordsOf = (box: Signalbox) => ({
  feature: {
    create: (id: string) =>
      box.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY' } as never }),
    remove: (id: string) => box.features.delete({ id }),
  },
  segment: {
    create: (id: string) => box.segments.create({ body: { id } }),
    remove: (id: string) => box.segments.delete({ id }),
  },
  experiment: {
    create: (id: string) =>
      box.experiments.create({
        body: { id, name: id, enabled: true, variants: [{ id: 'A', name: 'A', traffic: 1 }] } as never,
      }),
    remove: (id: string) => box.experiments.delete({ id }),
  },
  workflow: {
    create: (id: string) => box.workflows.create({ body: { id, config: { kind: 'workflow', steps: [] } } as never }),
    remove: (id: string) => box.workflows.delete({ id }),
  },
})

const refused = (...apis: string[]) => ({
  code: 'CONFLICT',
  errors: [{ message: 'error.reference.used', args: apis }],
})

describe.each<Kind>(['feature', 'segment', 'experiment', 'workflow'])('a %s', (kind) => {
  const slot = slots[kind]('x')

  it('cannot be deleted while a saved API names it', async () => {
    const box = createSignalbox()
    const { create, remove } = recordsOf(box)[kind]
    await create('x')
    await create('y')
    await box.apis.create({ body: apiWith('shop', slot) })
    await expect(remove('x')).rejects.toMatchObject({
      ...refused('shop'),
      message: expect.stringContaining(`The ${kind} x cannot be deleted, because APIs name it: shop`),
    })
    await remove('y')
    await box.apis.patch({ id: 'shop', body: { flows: [], documentation: { plans: [] } } })
    await remove('x')
  })

  it('cannot be deleted while a draft names it', async () => {
    const box = createSignalbox()
    const { create, remove } = recordsOf(box)[kind]
    await create('x')
    await box.apis.create({ body: apiWith('shop') })
    await box.apis.draft.replace({ id: 'shop', body: apiWith('shop', slot) })
    await expect(remove('x')).rejects.toMatchObject(refused('shop'))
    await box.apis.draft.delete({ id: 'shop' })
    await remove('x')
  })

  it('cannot be deleted while the served deployment names it', async () => {
    const box = createSignalbox()
    const { create, remove } = recordsOf(box)[kind]
    await create('x')
    await box.apis.create({ body: apiWith('shop', slot) })
    await box.apis.deployments.create({ id: 'shop', body: {} })
    await box.apis.draft.replace({ id: 'shop', body: apiWith('shop') })
    await expect(remove('x')).rejects.toMatchObject(refused('shop'))
    await box.apis.deployments.create({ id: 'shop', body: {} })
    await remove('x')
  })

  it('can be deleted after the API', async () => {
    const box = createSignalbox()
    const { create, remove } = recordsOf(box)[kind]
    await create('x')
    await box.apis.create({ body: apiWith('shop', slot) })
    await box.apis.deployments.create({ id: 'shop', body: {} })
    await box.apis.delete({ id: 'shop' })
    await remove('x')
  })

  it('that was named before it existed cannot be deleted either', async () => {
    const box = createSignalbox()
    const { create, remove } = recordsOf(box)[kind]
    await box.apis.create({ body: apiWith('shop', slot) })
    await create('x')
    await expect(remove('x')).rejects.toMatchObject(refused('shop'))
  })

  it('is refused with the APIs alone that the caller may read', async () => {
    const box = createSignalbox()
    await recordsOf(box)[kind].create('x')
    for (const id of ['shop', 'secret']) await box.apis.create({ body: apiWith(id, slot) })
    const grants = [
      { pattern: '*', domains: ['Feature', 'Segment', 'Experiment', 'Workflow'] },
      { pattern: 'shop', rights: ['R'], domains: ['Api'] },
    ]
    const admin = kind === 'workflow'
    const caller = box.as({ id: 'ann', admin, authorizedPatterns: grants as never }) as Signalbox
    await expect(recordsOf(caller)[kind].remove('x')).rejects.toMatchObject(
      refused(...(admin ? ['secret', 'shop'] : ['shop', '1 more'])),
    )
  })

  it('is named only by callers who may read it, unless the API names it already', async () => {
    const box = createSignalbox()
    await recordsOf(box)[kind].create('x')
    const api = box.as({ id: 'ann', authorizedPatterns: [{ pattern: '*', domains: ['Api'] }] as never })
    await expect(api.apis.create({ body: apiWith('shop', slot) })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await box.apis.create({ body: apiWith('shop', slot) })
    await api.apis.patch({ id: 'shop', body: { description: 'New' } })
    const others = slots[kind]('other')
    await expect(api.apis.replace({ id: 'shop', body: apiWith('shop', slot, others) })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  it('that is being deleted cannot be named meanwhile, nor the other way round', async () => {
    for (const first of ['delete', 'name'] as const) {
      const store = memoryStore()
      let before: (() => Promise<unknown>) | undefined
      const isOf = { delete: `${kind}s`, name: 'apis' }
      const commit: Store['commit'] = async (changes: readonly Change[], events) => {
        const [other] = (['delete', 'name'] as const).filter((one) => one !== first)
        const isOther = changes.some(
          ({ op, collection }) => collection === isOf[other!] && op === (other === 'delete' ? 'delete' : 'put'),
        )
        const run = isOther ? before : undefined
        if (run) before = undefined
        await run?.()
        return store.commit(changes, events)
      }
      const box = createSignalbox({ store: { ...store, commit } })
      const { create, remove } = recordsOf(box)[kind]
      await create('x')
      const work = {
        delete: () => remove('x'),
        name: () => box.apis.create({ body: apiWith('shop', slot) }),
      }
      const [second] = (['delete', 'name'] as const).filter((one) => one !== first)
      before = work[first]
      if (first === 'name') await expect(work[second!]()).rejects.toMatchObject(refused('shop'))
      else {
        // The API comes second: it names what does not exist any more, and knows that.
        await work[second!]()
        expect((await box.apis.lint({ id: 'shop' })).problems).toContainEqual(
          expect.objectContaining({
            pointer: kind === 'segment' ? '/documentation/plans/0/audience' : `/flows/0/plugins/slots/0/config/${kind}`,
          }),
        )
      }
    }
  })
})

describe('a feature', () => {
  const [slot, body] = [
    slots.feature('shop:a'),
    { enabled: true, activationStrategy: 'NO_STRATEGY' } as { id?: string; enabled: boolean },
  ]

  async function setUp() {
    const box = createSignalbox()
    for (const id of ['shop:a', 'shop:b', 'other']) await box.features.create({ body: { ...body, id } as never })
    await box.apis.create({ body: apiWith('shop', slot) })
    return box
  }

  it('is deleted by force', async () => {
    const box = await setUp()
    await box.features.delete({ id: 'shop:a', force: true })
    expect((await box.apis.lint({ id: 'shop' })).problems).toContainEqual(
      expect.objectContaining({ pointer: '/flows/0/plugins/slots/0/config/feature' }),
    )
    await box.features.create({ body: { ...body, id: 'shop:a' } as never })
    await expect(box.features.delete({ id: 'shop:a' })).rejects.toMatchObject(refused('shop'))
  })

  it('cannot be renamed while an API names it', async () => {
    const box = await setUp()
    const rename = (force: boolean) =>
      box.features.replace({ id: 'shop:a', body: { ...body, id: 'shop:c' } as never, force })
    await expect(rename(false)).rejects.toMatchObject({ message: expect.stringContaining('cannot be renamed') })
    await rename(true)
  })

  it('is switched and changed while an API names it', async () => {
    const box = await setUp()
    await box.features.patch({ id: 'shop:a', body: [{ op: 'replace', path: '/enabled', value: false }] })
    expect(box.isActive('shop:a')).toBe(false)
  })

  it('that an API names keeps all matching features from being deleted together', async () => {
    const box = await setUp()
    await expect(box.features.deleteMany({ pattern: 'shop:*' })).rejects.toMatchObject(refused('shop'))
    expect(await box.features.count({ pattern: '*' })).toEqual({ count: 3 })
    expect(await box.features.deleteMany({ pattern: 'other' })).toEqual({ count: 1 })
    expect(await box.features.deleteMany({ pattern: 'shop:*', force: true })).toEqual({ count: 2 })
  })

  it('that does not exist keeps nothing from being deleted', async () => {
    const box = await setUp()
    await box.apis.create({ body: apiWith('more', slots.feature('other:nope')) })
    expect(await box.features.deleteMany({ pattern: 'other*' })).toEqual({ count: 1 })
  })
})

describe('a segment or feature that an audience names', () => {
  const audience = { any: [{ segment: 'a' }, { not: { feature: 'f' } }] }

  it('stays, alone and together with others, unless it is deleted by force', async () => {
    const box = createSignalbox()
    await recordsOf(box).feature.create('f')
    for (const id of ['a', 'b']) await recordsOf(box).segment.create(id)
    await box.apis.create({ body: { id: 'shop', name: 'Shop', documentation: { audience } } as never })
    await expect(recordsOf(box).feature.remove('f')).rejects.toMatchObject(refused('shop'))
    await expect(box.segments.deleteMany({ pattern: '*' })).rejects.toMatchObject({
      ...refused('shop'),
      message: expect.stringContaining('Remove it from their audiences first'),
    })
    expect(await box.segments.deleteMany({ pattern: '*', force: true })).toEqual({ count: 2 })
    await box.features.delete({ id: 'f', force: true })
  })
})

it('an experiment that an API names keeps all matching experiments from being deleted together', async () => {
  const box = createSignalbox()
  for (const id of ['a', 'b']) await recordsOf(box).experiment.create(id)
  await box.apis.create({ body: apiWith('shop', slots.experiment('b')) })
  await expect(box.experiments.deleteMany({ pattern: '*' })).rejects.toMatchObject(refused('shop'))
  expect(await box.experiments.count({ pattern: '*' })).toEqual({ count: 2 })
  expect(await box.experiments.deleteMany({ pattern: 'a' })).toEqual({ count: 1 })
})

it('an API of an earlier version is recorded when it is saved', async () => {
  const store = memoryStore()
  const box = createSignalbox({ store })
  await recordsOf(box).feature.create('x')
  await box.apis.create({ body: apiWith('shop', slots.feature('x')) })
  await store.commit(
    [
      { op: 'delete', collection: 'feature-uses', key: 'x/shop/saved' },
      { op: 'delete', collection: 'feature-gates', key: 'x' },
    ],
    [],
  )
  await box.apis.patch({ id: 'shop', body: { description: 'New' } })
  await expect(box.features.delete({ id: 'x' })).rejects.toMatchObject(refused('shop'))
})
