import { expect, test } from 'vitest'
import { lagWords, nameOf, toShow } from './consumers.ts'

const consumer = (name: string, behind = 0, lag = 0) => ({ name, behind, lag })
const said = (...all: Parameters<typeof toShow>[0]) => toShow(all).map((one) => `${nameOf(one)}: ${lagWords(one)}`)

test('webhooks that are up to date are one line', () => {
  expect(said(consumer('event-streams'), consumer('webhooks'), consumer('webhook:a'), consumer('webhook:b'))).toEqual([
    'Event streams: Up to date',
    'Webhooks: Up to date',
  ])
})

test('webhooks that are behind are named', () => {
  expect(
    said(
      ...[consumer('webhooks', 1200, 200), consumer('webhook:orders', 1200, 200), consumer('webhook:b')],
      ...[consumer('other webhooks', 1, 2), consumer('state', 0, 0)],
    ),
  ).toEqual([
    'Webhook orders: 3 minutes behind, with 1,200 events to go',
    'Other webhooks: Less than a minute behind, with 1 event to go',
    'Features, configs and keys in memory: Up to date',
  ])
})

test('webhooks are one line if it is not known which of them is behind', () => {
  expect(said(consumer('webhooks', 3, 60))).toEqual(['Webhooks: 1 minute behind, with 3 events to go'])
})

test('consumers of later versions have their own name', () => {
  expect(said(consumer('replicas'))).toEqual(['replicas: Up to date'])
})
