import { describe, expect, it } from 'vitest'
import { createFlags } from '../entries/flags.ts'
import { createSignalbox, memoryStore } from '../index.ts'

const plain = (id: string, enabled = true) => ({ id, enabled, activationStrategy: 'NO_STRATEGY' }) as const
const isPro = { attribute: 'plan', operator: 'is', value: 'pro' } as const
const ann = { id: 'ann', plan: 'pro' }

describe.each([
  ['a box', createSignalbox],
  ['flags', createFlags],
])('a handle of %s', (_, create) => {
  it('returns what the functions of the same names return', async () => {
    const box = create()
    await box.features.create({
      body: { id: 'a', enabled: true, activationStrategy: 'RULES', parameters: { rules: [{ when: isPro }] } },
    })
    await box.configs.create({ body: { id: 'c', value: 1, rules: [{ when: isPro, value: 2 }] } })
    for (const id of ['a', 'c', 'unknown', 'constructor', '__proto__', '']) {
      const flag = box.flag(id)
      expect(flag.id).toBe(id)
      for (const context of [ann, {}, undefined]) {
        expect(flag.isActive(context)).toBe(box.isActive(id, context))
        expect(flag.explain(context)).toEqual(box.explain(id, context))
        expect(flag.value(context)).toEqual(box.value(id, context))
        expect(flag.value(context, { default: 3 })).toEqual(box.value(id, context, { default: 3 }))
        expect(flag.evaluate(context)).toEqual(box.evaluate(id, context))
      }
    }
    const { isActive, value } = box.flag('a')
    expect([isActive(ann), isActive(), value()]).toEqual([true, false, undefined])
    expect([box.flag('c').value(ann), box.flag('c').value()]).toEqual([2, 1])
  })

  it('follows a feature that is created, changed, deleted and created again', async () => {
    const box = create()
    const { isActive } = box.flag('a')
    const seen: boolean[] = [isActive()]
    await box.features.create({ body: plain('a') })
    seen.push(isActive())
    await box.features.replace({ id: 'a', body: plain('a', false) })
    seen.push(isActive())
    await box.features.patch({ id: 'a', body: { enabled: true } })
    seen.push(isActive())
    await box.features.delete({ id: 'a' })
    seen.push(isActive())
    await box.features.import({ body: [plain('a'), plain('b')] })
    seen.push(isActive())
    await box.features.patch({ id: 'b', body: { enabled: false } })
    seen.push(isActive())
    expect(seen).toEqual([false, true, false, true, false, true, true])
  })

  it('follows what its feature refers to', async () => {
    const box = create()
    await box.segments.create({ body: { id: 'staff', included: ['ben'] } })
    const parameters = { rules: [{ when: { all: [{ segment: 'staff' }, { feature: 'other' }] } }] }
    await box.features.create({ body: { id: 'a', enabled: true, activationStrategy: 'RULES', parameters } })
    await box.features.create({ body: plain('other') })
    const { isActive } = box.flag('a')
    expect(isActive(ann)).toBe(false)
    await box.segments.patch({ id: 'staff', body: { included: ['ann'] } })
    expect(isActive(ann)).toBe(true)
    await box.features.patch({ id: 'other', body: { enabled: false } })
    expect(isActive(ann)).toBe(false)
  })

  it('has what is in memory without waiting, and follows other writers', async () => {
    const store = memoryStore()
    const other = create({ store })
    await other.features.import({ body: [plain('a'), plain('b', false)] })
    const box = create({ store })
    const [a, b] = [box.flag('a'), box.flag('b')]
    expect([a.isActive(), b.isActive()]).toEqual([true, false])
    await other.features.delete({ id: 'a' })
    await other.features.replace({ id: 'b', body: plain('b') })
    await expect.poll(() => [a.isActive(), b.isActive()]).toEqual([false, true])
  })

  it('is inactive until the features of another store are loaded, which is reported once', async () => {
    const store = memoryStore()
    await create({ store }).features.create({ body: plain('a') })
    const reported: unknown[] = []
    const box = create({ store: { ...store }, report: (error) => reported.push(error) })
    const flag = box.flag('a')
    expect(reported).toEqual([])
    expect([flag.isActive(), flag.isActive(), box.isActive('a'), flag.explain()]).toEqual([
      false,
      false,
      false,
      undefined,
    ])
    expect(reported).toEqual([expect.objectContaining({ message: expect.stringContaining('isActive was called') })])
    await box.ready()
    expect(flag.isActive()).toBe(true)
  })

  it('does not throw if the context does: the error is reported', async () => {
    const reported: unknown[] = []
    const box = create({ report: (error) => reported.push(error) })
    const body = {
      id: 'half',
      enabled: true,
      activationStrategy: 'PERCENTAGE',
      parameters: { percentage: 50 },
    } as const
    await box.features.create({ body })
    const cause = new Error('The session is over')
    const context = {
      get id(): string {
        throw cause
      },
    }
    expect(box.flag('half').isActive(context)).toBe(false)
    expect(reported).toEqual([expect.objectContaining({ message: expect.stringContaining('half'), cause })])
  })
})
