import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileWindow } from '../conditions/compile-window.ts'
import { toCaller } from '../machine/callers/caller.ts'
import { formatMinutes, timeZone } from '../machine/time/time.ts'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'
import { notesOf } from './notes-of.ts'

const never = (id: string) => ({
  id,
  enabled: true,
  activationStrategy: 'HOUR_RANGE' as const,
  parameters: { startDate: '08:00', endDate: '08:00' },
})

/** A memory store that counts the features that are read by scans, with or without their JSON. */
function counting({ asText }: { readonly asText: boolean }) {
  const store = memoryStore()
  const read = { count: 0 }
  async function* scan(...[collection, options]: Parameters<Store['scan']>) {
    const form = asText && options?.asText === true
    for await (const entry of store.scan(collection, { ...options, asText: form })) {
      if (collection === 'features') read.count++
      yield entry
    }
  }
  return { read, store: { ...store, scan } }
}

describe.each([{ asText: true }, { asText: false }])('notes on records %o', ({ asText }) => {
  it('are those of records that the caller may read', async () => {
    const { store } = counting({ asText })
    const box = createSignalbox({ store })
    await box.features.import({ body: ['a:x', 'b:x', 'a:__proto__'].map(never) })
    await box.segments.create({ body: { id: 'a:x', when: { time: { endTime: '00:00' } } } })
    const noted = async (authorizedPatterns: string) => {
      const caller = toCaller({ id: 'ann', authorizedPatterns })
      const { notes = [] } = await box.lint({}, { caller })
      return notes.map(({ kind, id }) => `${kind} ${id}`)
    }
    expect(await noted('a:*$$$R')).toEqual(['feature a:__proto__', 'feature a:__proto__', 'feature a:x', 'segment a:x'])
    expect(await noted('b:*$$$R')).toEqual(['feature b:x'])
    expect(await noted('c:*$$$R')).toEqual([])
    await box.close()
  })

  it('are at most 1,000, and then nothing more is read', async () => {
    const { store, read } = counting({ asText })
    const box = createSignalbox({ store })
    await box.features.import({ body: Array.from({ length: 3000 }, (_, i) => never(`f${i}`)) })
    // The first deletion of a script records the uses of all scripts; before, lint reads all features for them.
    await box.scripts.create({ body: { id: 's', name: 's', source: 'function enabled() {}' as never } })
    await box.scripts.delete({ id: 's' })
    read.count = 0
    const { notes = [] } = await box.lint()
    expect(notes.length).toBe(1000)
    expect(read.count).toBeLessThan(1500)
    await box.close()
  })
})

describe('a note on hours', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  const pairs = fc.oneof(
    fc.tuple(minute, minute),
    minute.map((one) => [one, one] as const),
  )

  it('stands at exactly the windows that never come', () => {
    fc.assert(
      fc.property(pairs, fc.boolean(), ([start, end], hasStart) => {
        const time = { ...(hasStart && { startTime: formatMinutes(start) }), endTime: formatMinutes(end) }
        let now = 0
        const isOpen = compileWindow(time, { clock: () => now * 60_000, zone: timeZone('UTC') })
        let comes = false
        for (now = 0; now < 1440; now++) comes ||= isOpen({})
        expect(notesOf({ kind: 'segment', id: 's' }, { id: 's', when: { time } }).length > 0).toBe(!comes)
      }),
    )
  })

  it.each([undefined, 7, {}, { activationStrategy: 'HOUR_RANGE', parameters: { startDate: 8, endDate: 8 } }])(
    'is none for the stored record %j',
    (record) => expect(notesOf({ kind: 'feature', id: 'f' }, record)).toEqual([]),
  )
})
