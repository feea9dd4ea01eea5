import { describe, expect, it } from 'vitest'
import { createSignalbox, memoryStore } from '../../index.ts'
import { manualTime, settle } from '../../webhooks/webhooks.fixture.ts'

const DAY = 24 * 60 * 60_000

describe('eventRetentionDays', () => {
  it('deletes older events at the start and each hour', async () => {
    const { clock, wait, advance } = manualTime()
    const store = memoryStore({ clock })
    const write = (key: string) =>
      store.commit([], [{ type: 'CONFIG_CREATED', key, domain: 'Config', payload: {}, timestamp: '' }])
    const kept = async () => {
      const keys: string[] = []
      for await (const { key } of store.read({ after: 0 })) keys.push(key)
      return keys
    }
    await write('old')
    await advance(DAY + 1)
    await write('young')
    const box = createSignalbox({ store, clock, wait, eventRetentionDays: 1 })
    await settle()
    expect(await kept()).toEqual(['young'])
    await advance(DAY)
    await advance(60 * 60_000)
    expect(await kept()).toEqual([])
    await box.close()
  })

  it('reports a store that fails, and tries again', async () => {
    const { clock, wait, advance } = manualTime()
    const failures: unknown[] = []
    let trims = 0
    const trim = async () => {
      if (trims++ === 0) throw new Error('locked')
    }
    const box = createSignalbox({
      store: { ...memoryStore(), trim },
      ...{ clock, wait, eventRetentionDays: 1 },
      report: (error) => void failures.push(error),
    })
    await settle()
    await advance(60 * 60_000)
    expect(trims).toBe(2)
    expect(failures).toEqual([new Error('locked')])
    await box.close()
    await advance(60 * 60_000)
    expect(trims).toBe(2)
  })

  it.each(['eventRetentionDays', 'usageRetentionDays', 'experimentRetentionDays'])(
    'must be a whole number from 1 to 3650: %s',
    (name) => {
      for (const days of [0, 1.5, 3651, 999_999_999])
        expect(() => createSignalbox({ [name]: days })).toThrow(
          `The option "${name}" is ${days}: expected a whole number from 1 to 3650`,
        )
    },
  )
})
