import { domains, eventTypes } from '@signalbox/core/contract'
import type { ChangeEvent } from '@signalbox/core/sinks'
import { describe, expect, it } from 'vitest'
import { createEnvelope } from './envelope.ts'
import type { SinkFormat } from './formats.ts'

const updated: ChangeEvent = {
  _id: 7,
  type: 'FEATURE_UPDATED',
  key: 'shop:express',
  domain: 'Feature',
  payload: { id: 'shop:express', enabled: true },
  oldValue: { id: 'shop:express', enabled: false },
  authInfo: { id: 'ann', name: 'Ann', kind: 'User' },
  reason: 'Launch',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  timestamp: '2026-07-01T12:00:00.000',
}
const { oldValue: _, ...withoutOldValue } = updated
const textOf = (event: ChangeEvent, format?: SinkFormat) =>
  createEnvelope({ ...(format && { format }), source: 'https://flags.example.com', timeZone: 'Europe/Paris' })(event)
    .text

describe('the envelope of an event', () => {
  it('is the event, unless another format is chosen', () => {
    expect(textOf(updated)).toBe(JSON.stringify(updated))
    expect(createEnvelope()(updated)).toEqual({
      id: 7,
      text: JSON.stringify(updated),
      key: 'shop:express',
      headers: { 'signalbox-id': '7', 'signalbox-type': 'FEATURE_UPDATED', 'content-type': 'application/json' },
      isDeletion: false,
    })
  })

  it('has the members of Izanami in its order, and the old value only of updates', () => {
    expect(textOf(updated, 'izanami')).toBe(
      '{"_id":7,"type":"FEATURE_UPDATED","key":"shop:express","domain":"Feature",' +
        '"payload":{"id":"shop:express","enabled":true},"timestamp":"2026-07-01T12:00:00.000",' +
        '"oldValue":{"id":"shop:express","enabled":false}}',
    )
    expect(JSON.parse(textOf(withoutOldValue, 'izanami'))).not.toHaveProperty('oldValue')
  })

  it('is a CloudEvent with the time in UTC', () => {
    expect(JSON.parse(textOf(updated, 'cloudevents'))).toEqual({
      specversion: '1.0',
      id: '7',
      source: 'https://flags.example.com',
      type: 'signalbox.FEATURE_UPDATED',
      subject: 'shop:express',
      time: '2026-07-01T10:00:00.000Z',
      datacontenttype: 'application/json',
      traceparent: updated.traceparent,
      data: updated,
    })
    expect(createEnvelope({ format: 'cloudevents' })(updated).headers['content-type']).toBe(
      'application/cloudevents+json',
    )
  })

  it('tells deletions of one record from those of many', () => {
    const isDeletion = (type: string) => createEnvelope()({ ...updated, type }).isDeletion
    expect(['FEATURE_DELETED', 'FEATURES_DELETED', 'FEATURE_CREATED'].map(isDeletion)).toEqual([true, false, false])
  })

  it('tells deletions of a record from those of a part of it', () => {
    const isDeletion = (type: string) => createEnvelope()({ ...updated, type }).isDeletion
    expect(['API_DELETED', 'API_DRAFT_DELETED', 'EXPERIMENT_VARIANT_EVENT_DELETED'].map(isDeletion)).toEqual([
      ...[true, false, false],
    ])
  })

  it('tells the deletions of all kinds of records from all other events', () => {
    const deletions = Object.values(domains).map((prefix) => `${prefix}_DELETED`)
    const found = eventTypes.filter((type) => createEnvelope()({ ...updated, type }).isDeletion)
    expect(found.toSorted()).toEqual(deletions.toSorted())
  })

  it('throws for an unknown format or time zone, naming those that exist', () => {
    expect(() => createEnvelope({ format: 'avro' as SinkFormat })).toThrow(
      new RangeError('Unknown format avro: expected signalbox, izanami, cloudevents'),
    )
    expect(() => createEnvelope({ timeZone: 'Mars/Base' })).toThrow(RangeError)
  })
})
