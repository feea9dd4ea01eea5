import { expect, test } from 'vitest'
import { leverOutcome } from './lever-outcome.ts'
import { failure } from './service.fixture.ts'

const pull = {
  id: 'a',
  enabled: true,
  error: failure('CONFLICT'),
  isEnabled: async () => true,
  lastAuthor: async () => 'ada',
}

test('a lever that someone else has just pulled is where it should be, and they are named', async () => {
  expect(await leverOutcome(pull)).toEqual({ sentence: 'ada has just switched a on.', isDone: true })
})

test('if their name cannot be read, the lever is still where it should be', async () => {
  const lastAuthor = () => Promise.reject(failure('FORBIDDEN'))
  expect(await leverOutcome({ ...pull, lastAuthor })).toEqual({ sentence: 'a is on.', isDone: true })
})

test('a lever that was not pulled stays', async () => {
  expect(await leverOutcome({ ...pull, isEnabled: async () => false })).toMatchObject({ isDone: false })
  expect(await leverOutcome({ ...pull, isEnabled: () => Promise.reject(failure('UNAVAILABLE')) })).toMatchObject({
    isDone: false,
    sentence: expect.stringMatching(/^a stays off: /),
  })
  expect(await leverOutcome({ ...pull, error: failure('FORBIDDEN') })).toMatchObject({ isDone: false })
})

test('a lever whose answer was lost is where the service says, and nobody else is named', async () => {
  const error = failure('UNAVAILABLE')
  expect(await leverOutcome({ ...pull, error })).toEqual({ sentence: 'a is on.', isDone: true })
  expect(await leverOutcome({ ...pull, error, enabled: false })).toMatchObject({ isDone: false })
})
