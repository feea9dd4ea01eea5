import { gzipSync } from 'node:zlib'
import { isSecretName } from '@signalbox/core/gateway'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REDACTED, redactText } from '../log/redact-text.ts'
import { costOf } from '../suite/cost.fixture.ts'
import { redactBody } from './redact-body.ts'
import { redactForm } from './redact-form.ts'
import { redactJson } from './redact-json.ts'

const utf8 = new TextEncoder()
const bodyOf = (text: string | Uint8Array, type?: string, bytes?: number) => {
  const kept = typeof text === 'string' ? utf8.encode(text) : text
  return redactBody({ kept, bytes: bytes ?? kept.length, type, isEncoded: false })
}

describe('JSON', () => {
  it.each([
    ['{"name":"ann","password":"x"}', '{"name":"ann","password":"[redacted]"}'],
    ['{"token": {"a":[1,{"b":"x"}]}, "b": 1}', '{"token": "[redacted]", "b": 1}'],
    ['[{"apiKey":1},{"secret":null},{"a":true}]', '[{"apiKey":"[redacted]"},{"secret":"[redacted]"},{"a":true}]'],
    ['{"pass\\u0077ord" : "x"}', '{"pass\\u0077ord" : "[redacted]"}'],
    ['{"client_id":"x"}\n{"clientSecret":"y"}', '{"client_id":"[redacted]"}\n{"clientSecret":"[redacted]"}'],
    ['{"note":"Bearer abc.def"}', '{"note":"Bearer [redacted]"}'],
    [
      '{"query":"mutation { login(password: \\"x y\\") }"}',
      '{"query":"mutation { login(password: \\"[redacted]\\") }"}',
    ],
    ['"password"', '"password"'],
  ])('%s', (text, redacted) => {
    expect(redactJson(text, false)).toBe(redacted)
  })

  it.each([['{"password":"half'], ['{"password":"half\\'], ['{"a":1,"password":[{"b":"half'], ['{"password":12']])(
    'that is cut within a secret shows nothing of it: %s',
    (text) => {
      const redacted = redactJson(text, true)
      expect(redacted).toContain(REDACTED)
      expect(redacted).not.toMatch(/half|12/)
    },
  )

  it.each([['{password:"x"}'], ["{'password':'x'}"], ['{"a":"b'], ['<a>'], ['{"a":\u00a01}'], ['{"a":"line\nbreak"}']])(
    'that is none is not shown: %s',
    (text) => {
      expect(redactJson(text, false)).toBeUndefined()
    },
  )

  const name = fc.constantFrom(
    'a',
    'b',
    'password',
    'accessToken',
    'X-Api-Key',
    'secrets',
    '"',
    'pass\nword',
    'token_\u00e9',
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      tie('text'),
      tie('list'),
      tie('object'),
    ),
    text: fc.constantFrom('visible', 'with "quotes"', '\\', 'ümläut'),
    list: fc.array(tie('tree'), { maxLength: 3 }),
    object: fc.dictionary(name, tie('tree'), { maxKeys: 4 }),
  }))
  const without = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(without)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value).map(([key, one]) => [key, isSecretName(key) ? REDACTED : without(one)]),
          )
        : value

  it('loses the values of its secret members, and nothing else', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        const redacted = redactJson(JSON.stringify(value, undefined, space), false)
        expect(JSON.parse(redacted as string)).toEqual(without(value))
      }),
    )
  })

  it('never shows a secret, wherever it is cut', () => {
    const marked = fc.dictionary(name, tree, { maxKeys: 3 })
    fc.assert(
      fc.property(marked, marked, fc.nat(), (before, after, at) => {
        const text = JSON.stringify({ before, password: ['hunter2', { deep: 'hunter2' }], after })
        const cut = text.slice(0, at % text.length)
        expect(redactJson(cut, true) ?? '').not.toContain('hunt')
      }),
    )
  })
})

describe('a form', () => {
  it.each([
    ['a=1&password=x&b=2', 'a=1&password=[redacted]&b=2'],
    ['pass%77ord=x&client_id=y', 'pass%77ord=[redacted]&client_id=[redacted]'],
    ['payload=%7B%22password%22%3A%22x%22%7D', 'payload=[redacted]'],
    ['%zz=x&key=k&flag', '%zz=[redacted]&key=[redacted]&flag'],
  ])('%s', (form, redacted) => {
    expect(redactForm(form)).toBe(redacted)
  })
})

describe('a text', () => {
  it.each([
    ['user=ann password=x', 'user=ann password=[redacted]'],
    ['password: two words\nnext', 'password: [redacted]\nnext'],
    ['<login><password>x</password><a>1</a></login>', '<login><password>[redacted]</password><a>1</a></login>'],
    ['data: {"token":"x"}', 'data: {"token":"[redacted]"}'],
    ['https://ann:x@host/?access_token=y&a=1', 'https://[redacted]@host/?access_token=[redacted]&a=1'],
    ['-----BEGIN RSA PRIVATE KEY-----\nx\n-----END RSA PRIVATE KEY-----', '[redacted]'],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.c2ln', '[redacted]'],
    ['the author of 12:30 a=b', 'the author of 12:30 a=b'],
  ])('%s', (text, redacted) => {
    expect(redactText(text)).toBe(redacted)
  })

  it.each([
    ['a'.repeat(8192)],
    ['eyJ'.repeat(2730)],
    ['<a'.repeat(4096)],
    ['-----BEGIN PRIVATE KEY-----'.repeat(300)],
    ['password '.repeat(900)],
    ['//'.repeat(4096)],
    ['a ='.repeat(2700)],
  ])('takes linear time', async (text) => {
    const work = () => [redactText(text), redactJson(`"${text}`, true)]
    expect(await costOf(work)).toBeLessThan(5)
  })
})

describe('a body', () => {
  it('is shown by its type', () => {
    expect(bodyOf('{"token":1}', 'application/problem+json; charset=utf-8')).toEqual({
      ...{ bytes: 11, text: '{"token":"[redacted]"}' },
    })
    expect(bodyOf('password=x', 'application/x-www-form-urlencoded')?.text).toBe('password=[redacted]')
    expect(bodyOf('{"token":1}')?.text).toBe('{"token":"[redacted]"}')
    expect(bodyOf('hello', 'text/plain')).toEqual({ bytes: 5, text: 'hello' })
    expect(bodyOf('')).toBeUndefined()
  })

  it('is omitted if its secrets cannot be found', () => {
    expect(bodyOf('{broken', 'application/json')).toEqual({ bytes: 7, omitted: 'unreadable' })
    expect(bodyOf('--x', 'multipart/form-data; boundary=x')).toEqual({ bytes: 3, omitted: 'unreadable' })
    expect(bodyOf(gzipSync('password=x'), 'text/plain')).toMatchObject({ omitted: 'binary' })
    expect(bodyOf('p\0a\0', 'text/plain')).toMatchObject({ omitted: 'binary' })
    expect(bodyOf('abc', 'text/plain; charset=utf-16')).toMatchObject({ omitted: 'binary' })
    const encoded = redactBody({ kept: utf8.encode('x'), bytes: 1, type: 'text/plain', isEncoded: true })
    expect(encoded).toEqual({ bytes: 1, omitted: 'encoded' })
  })

  it('is cut between characters', () => {
    const kept = utf8.encode('aé').slice(0, 2)
    expect(bodyOf(kept, 'text/plain', 100)).toEqual({ bytes: 100, text: 'a', cut: true })
  })
})
