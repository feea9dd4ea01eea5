import { describe, expect, it } from 'vitest'
import type { ChangeEvent } from '../machine/log/event.ts'
import { begun, HISTORY, newCursor, placeOf, retryDelay, settled } from './delivery-rules.ts'
import type { StoredWebhook } from './webhook.ts'
import { webhookFilter } from './webhook-filter.ts'

const hook = (more: Partial<StoredWebhook> = {}): StoredWebhook => ({
  clientId: 'h',
  callbackUrl: 'https://receiver.example',
  domains: [],
  patterns: [],
  types: [],
  headers: {},
  isBanned: false,
  secret: 'whsec_x',
  created: '2026-01-01T00:00:00.000',
  ...more,
})
const event = (more: Partial<ChangeEvent> = {}): ChangeEvent => ({
  _id: 1,
  type: 'FEATURE_CREATED',
  key: 'a:b',
  domain: 'Feature',
  payload: {},
  timestamp: '2026-01-01T00:00:00.000',
  ...more,
})

describe('a webhook', () => {
  it.each<[what: string, Partial<StoredWebhook>, Partial<ChangeEvent>, expected: boolean]>([
    ['everything when it says nothing', {}, { domain: 'User', key: 'u' }, true],
    ['its domains', { domains: ['Config', 'Feature'] }, {}, true],
    ['no other domain', { domains: ['Config'] }, {}, false],
    ['keys of any of its patterns', { patterns: ['x', 'a:*'] }, {}, true],
    ['no other key', { patterns: ['b:*'] }, {}, false],
    ['no key that it excludes', { patterns: ['a:*', '!a:b'] }, {}, false],
    ['its types', { types: ['FEATURE_CREATED'] }, {}, true],
    ['no other type', { types: ['FEATURE_DELETED'] }, {}, false],
    ['only what fits all it says', { domains: ['Feature'], patterns: ['a:*'], types: ['FEATURE_DELETED'] }, {}, false],
    ['news of another webhook', {}, { domain: 'Webhook', key: 'other' }, true],
    ['no news about a webhook itself', {}, { domain: 'Webhook', key: 'h' }, false],
    ['another record of its name', {}, { key: 'h' }, true],
  ])('is sent %s', (_, more, changed, expected) => {
    expect(webhookFilter(hook(more))(event(changed))).toBe(expected)
  })
})

describe('a cursor', () => {
  const cursor = newCursor(10, 'history')

  it('advances when its batch has arrived', () => {
    const sent = begun(cursor, [11, 14, 15])
    expect(sent).toMatchObject({ after: 10, batch: { events: [11, 14, 15] } })
    const failed = settled(settled(sent, false), false)
    expect(failed).toEqual({ ...sent, failures: 2, entries: 2 })
    expect(settled(failed, true)).toEqual({ ...cursor, after: 15, failures: 0, entries: 3 })
  })

  it('gives each batch a unique and stable id', () => {
    const { id } = begun(cursor, [11, 12]).batch
    expect(id).toMatch(/^msg_[0-9a-f]{32}$/)
    expect(begun(settled(cursor, false), [11, 12]).batch.id).toBe(id)
    for (const other of [begun(cursor, [11]), begun(cursor, [12]), begun(newCursor(10, 'other'), [11, 12])])
      expect(other.batch.id).not.toBe(id)
  })

  it('keeps a limited number of entries', () => {
    const places = new Set(Array.from({ length: 3 * HISTORY }, (_, entry) => placeOf(cursor, entry)))
    expect(places.size).toBe(HISTORY)
  })
})

describe('a retry', () => {
  it('waits one second, then twice as long each time, up to a minute', () => {
    const delays = Array.from({ length: 10 }, (_, n) => retryDelay(n + 1, 1) / 1000)
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
  })

  it('waits up to a quarter less, at random', () => {
    expect(retryDelay(1, 0)).toBe(750)
    expect(retryDelay(9, 0.5)).toBe(52_500)
  })
})
