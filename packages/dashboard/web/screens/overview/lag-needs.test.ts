import { expect, test } from 'vitest'
import { sentenceText } from '../../log/event-sentence.ts'
import { lateConsumers } from './lag-needs.ts'

test('who is more than a minute behind is listed, with where to look', () => {
  const needs = lateConsumers([
    { name: 'state', behind: 2, lag: 60 },
    { name: 'event-streams', behind: 5, lag: 61 },
    { name: 'webhooks', behind: 12, lag: 7300 },
    { name: 'webhook:orders', behind: 12, lag: 7300 },
    { name: 'webhook:fine', behind: 0, lag: 0 },
  ])
  expect(needs.map(({ sentence, to }) => [sentenceText(sentence), to])).toEqual([
    ['Event streams: 1 minute behind, with 5 events to go.', '/settings?tab=box'],
    ['The webhook orders is 2 hours behind, with 12 events to go.', '/hooks/orders'],
  ])
})
