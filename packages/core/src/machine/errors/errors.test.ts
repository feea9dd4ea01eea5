import { describe, expect, it } from 'vitest'
import { errorCodes } from './error-codes.ts'
import { conflict, failure, notFound, problem, SignalboxError } from './errors.ts'

describe('the table of errors', () => {
  it('has a status and a title for every code', () => {
    const rows = Object.entries(errorCodes).map(([code, { status, title }]) => `${code} ${status} ${title}`)
    expect(rows).toEqual([
      'INVALID 400 Bad Request',
      'UNAUTHENTICATED 401 Unauthorized',
      'FORBIDDEN 403 Forbidden',
      'NOT_FOUND 404 Not Found',
      'METHOD_NOT_ALLOWED 405 Method Not Allowed',
      'NOT_ACCEPTABLE 406 Not Acceptable',
      'CONFLICT 409 Conflict',
      'PRECONDITION_FAILED 412 Precondition Failed',
      'TOO_LARGE 413 Content Too Large',
      'UNSUPPORTED_MEDIA_TYPE 415 Unsupported Media Type',
      'TOO_MANY_REQUESTS 429 Too Many Requests',
      'INTERNAL 500 Internal Server Error',
      'UNAVAILABLE 503 Service Unavailable',
    ])
  })
})

describe('an error', () => {
  it('is an Error with a code and a message, without field errors', () => {
    const error = new SignalboxError('INVALID', 'Something is wrong')
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'SignalboxError', code: 'INVALID', message: 'Something is wrong' })
    expect(error).toMatchObject({ errors: [], fieldErrors: {} })
    expect('cause' in error).toBe(false)
  })

  it('has its cause', () => {
    const cause = new TypeError('why')
    expect(new SignalboxError('UNAVAILABLE', 'The store is gone', { cause }).cause).toBe(cause)
  })

  it('names the missing or existing record', () => {
    expect(notFound('feature', 'a:b')).toMatchObject({
      code: 'NOT_FOUND',
      message: 'feature a:b does not exist',
      errors: [{ message: 'error.data.missing', args: ['a:b'] }],
    })
    expect(conflict('feature', 'a:b')).toMatchObject({
      code: 'CONFLICT',
      message: 'feature a:b already exists',
      errors: [{ message: 'error.data.exists', args: ['a:b'] }],
    })
  })

  it('converts its arguments to texts', () => {
    const { errors } = failure('INVALID', 'x', problem('error.a', 1, true, null), problem('error.b'))
    expect(errors).toEqual([
      { message: 'error.a', args: ['1', 'true', 'null'] },
      { message: 'error.b', args: [] },
    ])
  })
})
