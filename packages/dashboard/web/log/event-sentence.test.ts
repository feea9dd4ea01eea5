import { type ChangeEvent, eventTypes } from '@signalbox/core/contract'
import { expect, test } from 'vitest'
import { eventSentence, sentenceText } from './event-sentence.ts'

const base = { id: 'shop:express', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 25 } }

const say = (type: string, payload: unknown, oldValue?: unknown, domain = 'Feature', key = 'shop:express') =>
  sentenceText(
    eventSentence({
      _id: 1,
      type,
      key,
      domain,
      payload,
      ...(oldValue !== undefined && { oldValue }),
      authInfo: { id: 'ada', name: 'ada', kind: 'User' },
      timestamp: '2026-01-31T09:00:00.000',
    } as ChangeEvent),
  )

const update = (change: object) => say('FEATURE_UPDATED', { ...base, ...change }, base)

test('changes of features are told in the words of the page', () => {
  expect(update({ parameters: { percentage: 40 } })).toBe('ada changed the share of shop:express from 25% to 40%')
  expect(update({ enabled: false })).toBe('ada switched shop:express off')
  expect(update({ description: 'Express checkout' })).toBe('ada set description of shop:express to Express checkout')
  expect(update({ activationStrategy: 'NO_STRATEGY', parameters: undefined })).toBe('ada changed who gets shop:express')
  expect(update({ tags: ['a'], enabled: false })).toBe('ada changed enabled and tags of shop:express')
  expect(update({ tags: ['a'], enabled: false, description: 'x', metadata: { a: 1 } })).toBe(
    'ada changed 4 members of the feature shop:express',
  )
})

test('changes inside of lists name the item, not its place', () => {
  const api = (plan: object) => ({
    ...{ id: 'pet-store', documentation: { plans: [{ id: 'free', status: 'published', ...plan }] } },
    ...{ routes: [{ id: 'list', frontend: { paths: ['/a'], stripPath: true } }], servers: [{ hostname: 'a' }] },
  })
  const change = (now: object, was = api({})) => say('API_UPDATED', { ...was, ...now }, was, 'Api', 'pet-store')
  expect(change(api({ status: 'closed' }))).toBe('ada closed the plan free of pet-store')
  expect(change(api({ status: 'sleeping' }))).toBe(
    'ada changed the status of the plan free of pet-store from published to sleeping',
  )
  expect(change({ routes: [{ id: 'list', frontend: { paths: ['/a'], stripPath: false } }] })).toBe(
    'ada changed the strip path of frontend of the route list of pet-store from true to false',
  )
  expect(change({ servers: [{ hostname: 'b' }] })).toBe(
    'ada changed the hostname of the server 1 of pet-store from a to b',
  )
  expect(change({ id: 'pet-store', servers: [{ hostname: 'b' }], ...{ name: 'Pets' } })).toContain(
    'the hostname of the server 1',
  )
})

test('a password that is permanent is told as such', () => {
  const user = (id: string) => say('USER_UPDATED', { id, temporary: false }, { id, temporary: true }, 'User', id)
  expect([user('ada'), user('bob')]).toEqual(['ada set a permanent password', 'ada set a permanent password for bob'])
})

test('creations and deletions name the kind of record', () => {
  expect(say('SEGMENT_CREATED', {}, undefined, 'Segment', 'vip')).toBe('ada created the segment vip')
  expect(say('FEATURE_DELETED', base)).toBe('ada deleted the feature shop:express')
  expect(say('FEATURES_DELETED', { count: 12, patterns: ['shop:*'] }, undefined, 'Feature', 'shop:*')).toBe(
    'ada deleted 12 features that match shop:*',
  )
  expect(say('WEBHOOK_UPDATED', { isBanned: true }, { isBanned: false }, 'Webhook', 'sync')).toBe(
    'ada stopped the deliveries to sync',
  )
})

test('a webhook is banned by the service itself', () => {
  const ban = { type: 'WEBHOOK_UPDATED', domain: 'Webhook', key: 'sync', payload: { isBanned: true }, oldValue: {} }
  const authInfo = { id: 'signalbox', name: 'Signalbox', kind: 'System' }
  expect(sentenceText(eventSentence({ ...ban, authInfo } as unknown as ChangeEvent))).toBe(
    'Signalbox stopped the deliveries to sync, which failed too often',
  )
  expect(sentenceText(eventSentence(ban as unknown as ChangeEvent))).toBe(
    'The program stopped the deliveries to sync, which failed too often',
  )
})

test('events of earlier versions may have no author', () => {
  const { authInfo: _, ...event } = { authInfo: 0, _id: 1, type: 'FEATURE_CREATED', key: 'a', domain: 'Feature' }
  expect(sentenceText(eventSentence(event as unknown as ChangeEvent))).toBe('The program created the feature a')
})

test('an erasure names nobody', () => {
  expect(say('USER_TRACES_ERASED', { salt: 'a', digest: 'b' }, undefined, 'User', '*')).toBe(
    'ada erased a deleted user’s data from the event log',
  )
  expect(say('EXPERIMENT_CLIENT_ERASED', { salt: 'a', digest: 'b' }, undefined, 'Experiment', '*')).toBe(
    'ada erased a client from all experiments',
  )
})

test.each(eventTypes.filter((type) => type !== 'USER_TRACES_ERASED'))(
  '%s has a sentence that names the record',
  (type) => {
    const domain = { GLOBALSCRIPT: 'Script' }[type.split('_')[0]!] ?? 'Feature'
    const sentence = say(type, { experimentId: 'shop:express', variantId: 'A', name: 'done' }, undefined, domain)
    expect(sentence).toContain('shop:express')
    expect(sentence).not.toContain(type)
    expect(sentence).not.toMatch(/undefined|\?/)
  },
)

test('types of later versions are named as they are', () => {
  expect(say('FEATURE_POLISHED', {})).toBe('FEATURE_POLISHED of the feature shop:express')
})
