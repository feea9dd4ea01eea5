import { memoryStore, type Store } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { combined, type Observer } from './observer.ts'

/** Observers that note the order of their calls. */
function noting() {
  const notes: string[] = []
  const note = (text: string) => void notes.push(text)
  const named = (name: string): Observer => ({
    telemetry: { variantAssigned: (experiment) => note(`${name} ${experiment}`), traceparent: () => name },
    request: () => note(`${name} request`),
    async call(_, respond) {
      note(`${name} before`)
      const response = await respond()
      note(`${name} after`)
      return response
    },
    store: (store) => ({ ...store, kind: `${name}(${store.kind})` }),
    scripts: (engine) => ({ ...engine, name: `${name}(${(engine as { name?: string }).name})` }),
    fetch: (fetch) =>
      Object.assign(fetch.bind(undefined), { names: `${name}(${(fetch as { names?: string }).names})` }),
    started: () => note(`${name} started`),
    metrics: async (format) => `${name} ${format}\n`,
    close: async () => note(`${name} closed`),
  })
  return { notes, named }
}

const call = { operation: 'features.check' } as never

describe('combined observers', () => {
  it('are told in order, and the first encloses the others', async () => {
    const { notes, named } = noting()
    const both = combined([named('one'), named('two')])
    both.request?.({} as never, {} as never)
    both.telemetry?.variantAssigned?.('e', 'A', 'ann')
    await both.call?.(call, async () => {
      notes.push('response')
      return new Response()
    })
    both.started?.({} as never)
    await both.close?.()
    expect(notes).toEqual([
      ...['one request', 'two request', 'one e', 'two e'],
      ...['one before', 'two before', 'response', 'two after', 'one after'],
      ...['one started', 'two started', 'one closed', 'two closed'],
    ])
    expect(both.store?.(memoryStore()).kind).toBe('one(two(memory))')
    expect(both.scripts?.({} as never)).toMatchObject({ name: 'one(two(undefined))' })
    expect(both.fetch?.(async () => new Response())).toHaveProperty('names', 'one(two(undefined))')
    expect(await both.metrics?.('prometheus')).toBe('one prometheus\ntwo prometheus\n')
  })

  it('take the trace context from the first that has one', () => {
    const { named } = noting()
    expect(combined([{}, named('one'), named('two')]).telemetry?.traceparent?.()).toBe('one')
  })

  it('have only the members that one of them has', () => {
    const store = <S extends Store>(it: S): S => it
    const both = combined([{ store }, { telemetry: { webhookBanned: () => {} } }])
    expect(Object.keys(both).sort()).toEqual(['store', 'telemetry'])
    expect(Object.keys(both.telemetry ?? {})).toEqual(['webhookBanned'])
    expect(both.store?.({ kind: 'same' } as Store)).toEqual({ kind: 'same' })
  })

  it('are one observer itself if there is only one, and have no members if there is none', () => {
    const one: Observer = { request: () => {} }
    expect(combined([one])).toBe(one)
    expect(combined([])).toEqual({})
  })
})
