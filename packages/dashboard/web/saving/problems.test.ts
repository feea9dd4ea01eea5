import { expect, test } from 'vitest'
import { isRejected, problemsOf } from './problems.ts'

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

test('a secret that would be sent elsewhere is asked for at its own place', () => {
  const [one, two] = ['/flows/0/plugins/slots/0/config/headers/Authorization', '/backends/0/backend/tls_config/key']
  const why = 'is ********, but the secret was not sent to http://b.tld:80 (/backends/0/backend/targets/1) before'
  const message = `The secrets are invalid: ${one} ${why}: send the secret again; ${two} ${why}: send the secret again`
  const error = { code: 'INVALID', message, fieldErrors: { [one]: [{}], [two]: [{}] } }
  expect([...problemsOf(error)]).toEqual([one, two].map((place) => [place, [`${why}: send the secret again`]]))
})

test('a rejection without members concerns the whole record', () => {
  expect([...problemsOf({ code: 'INVALID', message: 'The id cannot be changed' })]).toEqual([
    ['', ['The id cannot be changed']],
  ])
})

test('a range of a layer that overlaps another concerns the layer', () => {
  const message = 'The range 0 to 0.5 of layer checkout overlaps that of experiment shop:price (0.4 to 0.8). Choose …'
  const error = { code: 'CONFLICT', message, errors: [{ message: 'error.layer.overlap', args: ['checkout'] }] }
  expect(isRejected(error)).toBe(true)
  expect([...problemsOf(error)]).toEqual([['/layer', [message]]])
  expect(isRejected({ code: 'CONFLICT', message, errors: [{ message: 'error.data.exists', args: [] }] })).toBe(false)
})
