import { expect, it } from 'vitest'
import { createFlags } from './entries/flags.ts'
import { createSignalbox, memoryStore } from './index.ts'

const body = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' as const }

it.each([
  ['a box', createSignalbox],
  ['flags', createFlags],
])('%s that was closed rejects every call, and says so', async (_, create) => {
  const store = memoryStore()
  const box = create({ store })
  const early = box.as({ id: 'ann', admin: true })
  await box.features.create({ body })
  await box.close()
  const closed = { code: 'UNAVAILABLE', message: expect.stringContaining('was closed with close(): create another') }
  const calls: readonly (() => Promise<unknown>)[] = [
    () => box.features.create({ body: { ...body, id: 'b' } }),
    () => box.features.get({ id: 'a' }),
    () => box.features.check({ id: 'a' }),
    () => box.configs.list(),
    () => early.features.list(),
    () => box.as({ id: 'ann', admin: true }).experiments.list(),
    () => box.scripts.get({ id: 'nope' }),
    async () => {
      for await (const _one of box.features.export()) expect.unreachable()
    },
  ]
  for (const call of calls) await expect((async () => call())()).rejects.toMatchObject(closed)
  await box.close()
  expect(box.isActive('a')).toBe(true) // the last known answer

  const again = create({ store })
  expect(await again.features.check({ id: 'a' })).toEqual({ active: true })
  await again.close()
})
