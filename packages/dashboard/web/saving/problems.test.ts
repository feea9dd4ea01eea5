import { expect, test } from 'vitest'
import { problemsOf } from './problems.ts'

test('each member gets its own part of the message', () => {
  const error = {
    code: 'INVALID',
    message: 'The feature is invalid: /parameters/percentage must be at most 100; /id must be ; or a: b; and 2 more',
    fieldErrors: { '/parameters/percentage': [{}], '/id': [{}], '/tags': [{}] },
  }
  expect([...problemsOf(error)]).toEqual([
    ['/parameters/percentage', ['must be at most 100']],
    ['/id', ['must be ; or a: b']],
    ['/tags', ['is invalid']],
  ])
})

test('a rejection without members concerns the whole record', () => {
  expect([...problemsOf({ code: 'INVALID', message: 'The id cannot be changed' })]).toEqual([
    ['', ['The id cannot be changed']],
  ])
})
