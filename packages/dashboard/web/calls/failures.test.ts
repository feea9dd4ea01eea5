import { SignalboxError } from '@signalbox/core/wire'
import { describe, expect, it } from 'vitest'
import { shownFailure } from './failures.ts'

describe('a failure on the page', () => {
  it('has a title by its code and the sentence of the service', () => {
    expect(shownFailure(new SignalboxError('FORBIDDEN', 'ada lacks the right U on Feature shop:express'))).toEqual({
      title: 'You can’t do this',
      detail: 'ada lacks the right U on Feature shop:express',
      code: 'FORBIDDEN',
      problems: [],
    })
  })

  it('says when to try again, and which members are wrong', () => {
    const { retryAfter, problems } = shownFailure(
      new SignalboxError('TOO_MANY_REQUESTS', 'Too many failed logins', {
        retryAfter: 30,
        fieldErrors: { '/id': [{ message: 'error.required', args: ['string'] }] },
      }),
    )
    expect(retryAfter).toBe(30)
    expect(problems).toEqual(['/id error.required string'])
  })

  it('tells a service that is not ready from one that cannot be reached', () => {
    const starting = new SignalboxError('UNAVAILABLE', 'Signalbox is starting', { retryAfter: 1 })
    expect(shownFailure(starting).title).toBe('The server is not ready')
    expect(shownFailure(new SignalboxError('UNAVAILABLE', 'fetch failed')).title).toBe('Can’t reach the server')
  })

  it('has words for anything that is thrown', () => {
    for (const thrown of [undefined, null, 'text', 7, new Error('')])
      expect(shownFailure(thrown).detail).toBe('The server sent an answer that this page can’t read.')
    expect(shownFailure(new TypeError('x is undefined'))).toMatchObject({ title: 'Something went wrong' })
  })
})
