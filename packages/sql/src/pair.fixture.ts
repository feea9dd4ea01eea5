import type { Change, EventDraft } from '@signalbox/core'

/** A commit whose halves can be compared: two records and an event with the same name. */
export function pair(name: string): readonly [Change[], EventDraft[]] {
  const value = { id: name }
  const put = (collection: string): Change => ({ op: 'put', collection, key: name, value, expected: null })
  const timestamp = '2026-01-01T00:00:00.000'
  return [
    [put('left'), put('right')],
    [{ type: 'FEATURE_CREATED', key: name, domain: 'Feature', payload: value, timestamp }],
  ]
}
