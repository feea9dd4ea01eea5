import { expect, it } from 'vitest'
import { redactForm } from './redact-form.ts'
import { redactJson } from './redact-json.ts'

it('codes and tickets are hidden in queries and forms, and shown in JSON, where they are those of errors and issues', () => {
  expect(redactForm('code=abc&ticket=ST-1&SAMLResponse=PHNhbWw&statusCode=7')).toBe(
    'code=[redacted]&ticket=[redacted]&SAMLResponse=[redacted]&statusCode=7',
  )
  const body = { code: 'NOT_FOUND', ticket: 'OPS-1', statusCode: 404, passThrough: 'a', pin: '1234', sid: 'abc' }
  expect(JSON.parse(redactJson(JSON.stringify(body), false) ?? '')).toEqual({
    ...body,
    pin: '[redacted]',
    sid: '[redacted]',
  })
})
