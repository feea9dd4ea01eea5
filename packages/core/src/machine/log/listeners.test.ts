import { describe, expect, it, vi } from 'vitest'
import { createSignalbox, memoryStore } from '../../index.ts'
import { manualTime, settle } from '../../webhooks/webhooks.fixture.ts'

const feature = (id: string, enabled = true) => ({ id, enabled, activationStrategy: 'NO_STRATEGY' }) as const

function setUp() {
  const reports: unknown[] = []
  const box = createSignalbox({ report: (error) => reports.push(error) })
  return { box, reports }
}

describe('a listener of a box', () => {
  it('receives the events of its type, with payloads, after the write', async () => {
    const { box } = setUp()
    const heard: unknown[] = []
    box.on('FEATURE_UPDATED', ({ key, payload, oldValue }) => heard.push([key, payload.enabled, oldValue?.enabled]))
    await box.features.create({ body: feature('a') })
    await box.configs.create({ body: { id: 'a', value: 1 } })
    await box.features.replace({ id: 'a', body: feature('a', false) })
    expect(heard).toEqual([])
    await settle()
    expect(heard).toEqual([['a', false, true]])
  })

  it.each([
    ['FEATURE_UPDATE', 'did you mean FEATURE_UPDATED?'],
    ['feature_created', 'did you mean FEATURE_CREATED?'],
    ['click', "use '*' for all types"],
  ])('of the unknown type %s is rejected', (type, advice) => {
    const { box } = setUp()
    const listen = () => box.on(type as 'FEATURE_UPDATED', () => {})
    expect(listen).toThrow(TypeError)
    expect(listen).toThrow(`Unknown event type ${type}: ${advice}`)
  })

  it('of all types receives them in order, each once', async () => {
    const { box } = setUp()
    const heard: string[] = []
    box.on('*', ({ type, key }) => heard.push(`${type} ${key}`))
    await box.features.create({ body: feature('a') })
    await box.features.delete({ id: 'a' })
    await box.configs.import({ body: [{ id: 'a', value: 1 }] })
    await settle()
    expect(heard).toEqual(['FEATURE_CREATED a', 'FEATURE_DELETED a', 'CONFIG_CREATED a'])
  })

  it('receives no events from before, after it unsubscribed, or after the box closed', async () => {
    const store = memoryStore()
    const [box, other] = [createSignalbox({ store }), createSignalbox({ store })]
    await box.features.create({ body: feature('before') })
    const heard: string[] = []
    const leave = box.on('FEATURE_CREATED', ({ key }) => heard.push(key))
    await box.features.create({ body: feature('a') })
    await settle()
    leave()
    leave()
    await box.features.create({ body: feature('b') })
    box.on('FEATURE_CREATED', ({ key }) => heard.push(key))
    await box.close()
    box.on('FEATURE_CREATED', ({ key }) => heard.push(key))
    await other.features.create({ body: feature('c') })
    await settle()
    expect(heard).toEqual(['a'])
  })

  it('receives events of other instances on the same store', async () => {
    const store = memoryStore()
    const [here, there] = [createSignalbox({ store }), createSignalbox({ store })]
    const heard: string[] = []
    here.on('*', ({ key }) => heard.push(key))
    await here.ready()
    await there.features.create({ body: feature('there') })
    await here.features.create({ body: feature('here') })
    await settle()
    expect(heard).toEqual(['there', 'here'])
    await expect.poll(() => here.isActive('there')).toBe(true)
  })

  it('sees features as of the event', async () => {
    const { box } = setUp()
    await box.ready()
    let isActive: boolean | undefined
    box.on('FEATURE_CREATED', ({ key }) => (isActive = box.isActive(key)))
    await box.features.create({ body: feature('a') })
    await settle()
    expect(isActive).toBe(true)
  })

  it('that fails is reported, and affects neither the write nor other listeners', async () => {
    const { box, reports } = setUp()
    const heard: string[] = []
    const [thrown, rejected] = [new Error('thrown'), new Error('rejected')]
    box.on('FEATURE_CREATED', () => {
      throw thrown
    })
    box.on('FEATURE_CREATED', async () => Promise.reject(rejected))
    box.on('FEATURE_CREATED', ({ key }) => heard.push(key))
    box.on('*', ({ key }) => heard.push(key))
    await box.features.create({ body: feature('a') })
    await box.features.create({ body: feature('b') })
    await settle()
    expect(heard).toEqual(['a', 'b', 'a', 'b'])
    expect(reports).toHaveLength(4)
    expect(new Set(reports)).toEqual(new Set([thrown, rejected]))
  })

  it('delays no write, and other listeners only by its turn', async () => {
    const time = manualTime()
    const box = createSignalbox({ clock: time.clock })
    const order: string[] = []
    box.on('CONFIG_CREATED', ({ key }) => {
      order.push(`slow ${key}`)
      time.pass(50)
      return new Promise(() => {})
    })
    box.on('CONFIG_CREATED', ({ key }) => order.push(`quick ${key}`))
    for (const id of ['a', 'b', 'c']) {
      await box.configs.create({ body: { id, value: 1 } })
      order.push(`wrote ${id}`)
    }
    await settle()
    expect(order).toEqual([
      ...['wrote a', 'wrote b', 'wrote c'],
      ...['slow a', 'quick a', 'quick b', 'quick c', 'slow b', 'slow c'],
    ])
  })

  it('receives all earlier events before the box has closed', async () => {
    const { box } = setUp()
    const heard: string[] = []
    box.on('*', ({ key }) => heard.push(key))
    await box.configs.import({ body: [1, 2, 3].map((value) => ({ id: `k${value}`, value })) })
    await box.close()
    expect(heard).toEqual(['k1', 'k2', 'k3'])
  })

  it('cannot modify the events of others', async () => {
    const { box, reports } = setUp()
    box.on('FEATURE_CREATED', ({ payload }) => {
      Object.assign(payload, { enabled: false })
    })
    await box.features.create({ body: feature('a') })
    await settle()
    expect(box.isActive('a')).toBe(true)
    expect(reports).toEqual([expect.any(TypeError)])
  })

  it('receives events once the store responds', async () => {
    const memory = memoryStore()
    const failure = new Error('the store is away')
    const head = vi.fn(memory.head).mockRejectedValueOnce(failure)
    const reports: unknown[] = []
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    const box = createSignalbox({ store: { ...memory, head }, wait, report: (error) => reports.push(error) })
    const heard: string[] = []
    box.on('CONFIG_CREATED', ({ key }) => heard.push(key))
    await expect.poll(() => head).toHaveBeenCalledTimes(2)
    await box.configs.create({ body: { id: 'a', value: 1 } })
    await settle()
    expect([heard, reports, waits]).toEqual([['a'], [failure], [1000]])
  })
})
