import { describe, expect, it } from 'vitest'
import { createFlags } from '../../entries/flags.ts'
import { createSignalbox } from '../../index.ts'

const feature = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' as const })

async function filled() {
  let now = 0
  const box = createSignalbox({ clock: () => now })
  for (const id of ['shop:express', 'team:secret']) {
    await box.features.create({ body: feature(id) })
    await box.configs.create({ body: { id, value: 1 } })
    await box.segments.create({ body: { id, included: [] } })
  }
  return { box, laterBy: (ms: number) => (now += ms) }
}

describe('a record that does not exist', () => {
  it('is told with the nearest that there is, whatever the call', async () => {
    const { box } = await filled()
    const id = 'shop:expres'
    const calls = {
      feature: [
        () => box.features.get({ id }),
        () => box.features.check({ id }),
        () => box.features.checkWith({ id, body: { id: 'ann' } }),
        () => box.features.delete({ id }),
        () => box.features.replace({ id, body: feature(id) }),
        () => box.features.patch({ id, body: [] }),
      ],
      config: [() => box.configs.get({ id }), () => box.configs.evaluate({ id, body: {} })],
      segment: [() => box.segments.get({ id })],
    }
    for (const [kind, list] of Object.entries(calls))
      for (const call of list)
        await expect(call()).rejects.toMatchObject({
          code: 'NOT_FOUND',
          message: `${kind} shop:expres does not exist (did you mean shop:express?)`,
          errors: [{ message: 'error.data.missing', args: [id] }],
        })
  })

  it('has no suggestion if none is near', async () => {
    const { box } = await filled()
    for (const id of ['checkout', 'x', 'a:b:c', 'z'.repeat(500)])
      await expect(box.features.get({ id })).rejects.toMatchObject({ message: `feature ${id} does not exist` })
  })

  it('is never told with what the caller may not read', async () => {
    const { box } = await filled()
    const message = async (patterns: string, id: string) =>
      box
        .as({ id: 'ann', authorizedPatterns: patterns })
        .features.check({ id })
        .catch((error: Error) => error.message)
    expect(await message('shop:*$$$R', 'shop:expres')).toContain('did you mean shop:express?')
    expect(await message('team:secre$$$R', 'team:secre')).toBe('feature team:secre does not exist')
    expect(await message('', 'team:secre')).not.toContain('secret')
  })

  it('is told so in flags, and in the errors of OFREP', async () => {
    const flags = createFlags()
    await flags.features.create({ body: feature('shop:express') })
    await expect(flags.features.get({ id: 'shop:expres' })).rejects.toThrow('did you mean shop:express?')
    const { box } = await filled()
    await expect(box.ofrep.evaluate({ key: 'shop:expres', body: { context: {} } })).rejects.toThrow(
      'did you mean shop:express?',
    )
  })

  it('costs bounded work: ten suggestions a second', async () => {
    const { box, laterBy } = await filled()
    const suggested = async () => {
      const all = await Promise.allSettled(Array.from({ length: 30 }, () => box.features.get({ id: 'shop:expres' })))
      return all.filter((one) => one.status === 'rejected' && one.reason.message.includes('did you mean')).length
    }
    expect([await suggested(), await suggested()]).toEqual([10, 0])
    laterBy(1000)
    expect(await suggested()).toBe(10)
  })

  it('is found among many that begin as it does', async () => {
    const { box } = await filled()
    await box.features.import({ body: Array.from({ length: 2000 }, (_, i) => feature(`shop:${i}`)) })
    await expect(box.features.get({ id: 'shop:expres' })).rejects.toThrow('did you mean shop:express?')
  })
})
