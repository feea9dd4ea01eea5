import { expect, it } from 'vitest'
import { sentenceText } from '../../log/event-sentence.ts'
import { failingNeeds } from './failing-needs.ts'

it('an API whose requests fail is named with how many, why and since when', () => {
  const since = Date.parse('2026-11-28T14:11:00Z')
  const failure = { at: since, request: 'r', status: 500, target: '127.0.0.1:4010' }
  const [need] = failingNeeds([{ api: 'pet-store', requests: 20, failed: 18, since, failure }], since + 540_000, 'UTC')
  expect(sentenceText(need!.sentence)).toBe(
    '18 of the last 20 requests to pet-store failed: 500 from 127.0.0.1:4010 since 14:11, for 9 minutes.',
  )
  expect(need).toMatchObject({ aspect: 'danger' })
})

it('leads to the explanation of the newest failure at once, or to the API if no request is known', () => {
  const one = { api: 'pet-store', requests: 20, failed: 18, since: 1 }
  const [explained] = failingNeeds([{ ...one, failure: { at: 1, request: 'r 1', status: 500 } }], 2, 'UTC')
  expect(explained).toMatchObject({
    ...{ to: '/gateway/traffic?tab=tail&api=pet-store&request=r+1', look: 'Explain' },
  })
  const [unknown] = failingNeeds([one], 2, 'UTC')
  expect(unknown).toMatchObject({ to: '/gateway/apis/pet-store', look: 'Look' })
})
