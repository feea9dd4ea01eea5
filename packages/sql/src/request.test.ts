import type { Change, EventDraft } from '@signalbox/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toRequest } from './request.ts'

const put = (key: string, value: unknown): Change => ({ op: 'put', collection: 'c', key, value })
const draft = (key: string, payload: unknown, more: Partial<EventDraft> = {}): EventDraft => ({
  ...{ type: 'FEATURE_CREATED', key, domain: 'Feature', payload, timestamp: '2026-01-31T09:05:00.000' },
  ...more,
})
const ann = { id: 'ann', name: 'Ann', kind: 'User' }

describe('the texts of a commit', () => {
  it('are those of JSON, whether or not the payloads are its records', () => {
    const payloads = fc.array(
      fc.tuple(fc.string(), fc.jsonValue(), fc.boolean(), fc.option(fc.string(), { nil: undefined })),
    )
    fc.assert(
      fc.property(payloads, (all) => {
        const changes = all.map(([key, value]) => put(key.replace(/[^a-z]/g, ''), { value }))
        const drafts = all.map(([key, value, isShared, reason], i) =>
          draft(key, isShared ? (changes[i] as { value: unknown }).value : { value }, {
            authInfo: ann,
            ...(reason !== undefined && { reason }),
          }),
        )
        const { events, logged } = toRequest(changes, drafts)
        expect(events).toEqual(drafts.map((one) => JSON.stringify(one)))
        for (const [i, one] of logged.entries())
          if (one) {
            const { text, ...others } = one
            expect({ ...others, payload: JSON.parse(text as string) }).toEqual(JSON.parse(events[i] as string))
          }
      }),
    )
  })

  it('are shared by a record and its event, with other changes between them and events of other values', () => {
    const [one, two] = [{ v: 1 }, { v: 2 }]
    const check: Change = { op: 'check', collection: 'c', key: 'z', expected: null }
    const { logged } = toRequest(
      [check, put('a', one), check, put('b', two)],
      [draft('x', {}), draft('a', one), draft('b', two), draft('b', two), draft('b', two, { oldValue: one })],
    )
    expect(logged.map((event) => event?.text)).toEqual([undefined, '{"v":1}', '{"v":2}', undefined, undefined])
  })

  it('are those of each event, whatever the event before it has', () => {
    const bob = { id: 'bob', name: 'Bob', kind: 'User' }
    const others: Partial<EventDraft>[] = [
      {},
      { authInfo: bob },
      { type: 'FEATURE_UPDATED' },
      { domain: 'Config' },
      { timestamp: '2026-01-31T09:05:00.001' },
      { reason: 'a test' },
      { traceparent: '00-1-2-01' },
    ]
    for (const other of others) {
      const values = [{ v: 1 }, { v: 2 }]
      const drafts = values.map((value, i) => draft('a', value, { authInfo: ann, ...(i === 1 && other) }))
      const { events } = toRequest(
        values.map((value) => put('a', value)),
        drafts,
      )
      expect(events.map((text) => JSON.parse(text))).toEqual(drafts)
    }
  })

  it('share nothing with the objects of the caller', () => {
    const value = { list: [1] }
    const author = { ...ann }
    const { logged } = toRequest([put('a', value)], [draft('a', value, { authInfo: author })])
    value.list.push(2)
    author.name = 'Bob'
    expect(logged[0]).toMatchObject({ text: '{"list":[1]}', authInfo: ann })
  })
})
