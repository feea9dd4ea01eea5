import { type EvaluationRequest, OFREPApi } from '@openfeature/ofrep-core'
import { type Config, createSignalbox, type Identity, memoryStore, SignalboxError } from '@signalbox/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { secret } from './access.fixture.ts'
import type { HonoOptions } from './hono-options.ts'
import { mounted } from './mounted.fixture.ts'
import { listening, typedConfigs } from './ofrep.fixture.ts'

const asInside: [string, string] = ['Authorization', `Bearer inside:${secret}`]
const asAdmin: [string, string] = ['X-API-Key', `admin:${secret}`]

/** A Signalbox whose store fails at once. */
function failing(error: Error) {
  // biome-ignore lint/correctness/useYield: a scan that fails at once
  async function* scan(): AsyncGenerator<never> {
    throw error
  }
  return createSignalbox({ store: { ...memoryStore(), scan } })
}

/** The official OFREP client for our server, and a function to send plain requests. */
async function reached({ as = asAdmin, ...options }: HonoOptions & { as?: [string, string] } = {}) {
  const { box, baseUrl, close } = await listening(options)
  onTestFinished(close)
  const ofrep = new OFREPApi({ baseUrl, headers: [as] })
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${baseUrl}/ofrep/v1/evaluate/${path}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', [as[0]]: as[1], ...headers },
    })
  const single = async (key: string, request?: EvaluationRequest) => {
    const { httpStatus, value } = await ofrep.postEvaluateFlag(key, request)
    return { status: httpStatus, ...value }
  }
  return { box, ofrep, post, single }
}

describe('the official client of OFREP', () => {
  it('evaluates a flag', async () => {
    const { single } = await reached()
    expect(await single('b:hidden')).toEqual({
      status: 200,
      key: 'b:hidden',
      value: true,
      reason: 'STATIC',
      variant: 'on',
      metadata: { team: 'shop', tier: 2, beta: true, strategy: 'NO_STRATEGY' },
    })
    const valueFor = async (targetingKey: string) => single('a:ann', { context: { targetingKey } })
    expect(await valueFor('ann')).toMatchObject({ value: true, reason: 'TARGETING_MATCH', variant: 'on' })
    expect(await valueFor('bob')).toMatchObject({ value: false, reason: 'DEFAULT', variant: 'off' })
  })

  it('evaluates typed configs of every type', async () => {
    const { box, ofrep, single } = await reached()
    await box.configs.import({ body: [...typedConfigs, { id: 'd:untyped', value: 'text' }] })
    const answer = { reason: 'STATIC', variant: 'default', metadata: {} }
    const expected = typedConfigs.map(({ id, value }) => ({ key: id, value, ...answer }))
    for (const flag of expected) expect(await single(flag.key)).toEqual({ status: 200, ...flag })
    const { value } = await ofrep.postBulkEvaluateFlags({ context: { targetingKey: 'ann' } })
    expect((value as { flags: { key: string }[] }).flags.filter(({ key }) => key.startsWith('c:'))).toEqual(expected)
    expect(await single('d:untyped')).toMatchObject({ status: 404, errorCode: 'FLAG_NOT_FOUND' })
  })

  it('names the variant of a config by its rule, whether it has a name or not', async () => {
    const { box, single } = await reached()
    const rules = ['ann', 'bob'].map((id, i) => ({
      ...(i === 0 && { name: 'first' }),
      when: { attribute: 'id', operator: 'is' as const, value: id },
      value: id,
    }))
    await box.configs.create({ body: { id: 'c:named', type: 'string', value: 'other', rules } })
    const variants = await Promise.all(
      ['ann', 'bob', 'eve'].map((id) => single('c:named', { context: { targetingKey: id } })),
    )
    expect(variants.map((flag) => 'variant' in flag && flag.variant)).toEqual(['first', 'rules/1', 'default'])
  })

  it('needs the right to read the record that answers', async () => {
    const { box } = await reached()
    const body: Config[] = [...typedConfigs, { id: 'b:hidden', type: 'string', value: 'config' }]
    await box.configs.import({ body, force: true })
    const keyed = async (authorizedPatterns: NonNullable<Identity['authorizedPatterns']>) => {
      const api = box.as({ id: 'reader', authorizedPatterns })
      const keys = ['b:hidden', 'c:string', 'c:none']
      const code = ({ code }: { code: string }) => code
      const single = keys.map((key) => api.ofrep.evaluate({ key }).then(({ value }) => value, code))
      const { flags } = await api.ofrep.evaluateAll()
      return [...(await Promise.all(single)), flags.map(({ key }) => key)]
    }
    const [feature, config] = [{ domain: 'Feature' }, { domain: 'Config' }].map(({ domain }) => ({ domains: [domain] }))
    const all = { pattern: '*', rights: ['R'] as const }
    const typed = typedConfigs.filter(({ type }) => type !== undefined).map(({ id }) => id)
    const features = ['a:ann', 'a:off', 'a:script', 'a:x', 'b:hidden']
    expect(await keyed([{ ...all, ...feature }] as never)).toEqual([true, 'NOT_FOUND', 'NOT_FOUND', features])
    expect(await keyed([{ ...all, ...config }] as never)).toEqual([
      'config',
      'text',
      'NOT_FOUND',
      ['b:hidden', ...typed],
    ])
    expect(await keyed([{ ...all, pattern: 'c:*' }] as never)).toEqual(['FORBIDDEN', 'text', 'NOT_FOUND', typed])
  })

  it('receives the error of a flag', async () => {
    const { single } = await reached()
    expect(await single('a:ann')).toMatchObject({ status: 400, key: 'a:ann', errorCode: 'TARGETING_KEY_MISSING' })
    expect(await single('a:ann', { context: { targetingKey: {} as never } })).toMatchObject({
      status: 400,
      key: 'a:ann',
      errorCode: 'INVALID_CONTEXT',
    })
    expect(await single('a:script')).toMatchObject({
      status: 400,
      key: 'a:script',
      errorCode: 'GENERAL',
      errorDetails: 'The global script nowhere does not exist',
    })
    expect(await single('no such/flag')).toMatchObject({
      status: 404,
      key: 'no such/flag',
      errorCode: 'FLAG_NOT_FOUND',
    })
  })

  it('evaluates all readable flags, including failures', async () => {
    const { ofrep } = await reached({ as: asInside })
    const { httpStatus, value } = await ofrep.postBulkEvaluateFlags({ context: { targetingKey: 'ann' } })
    expect([httpStatus, value]).toEqual([
      200,
      {
        flags: [
          expect.objectContaining({ key: 'a:ann', value: true }),
          expect.objectContaining({ key: 'a:off', value: false, reason: 'DISABLED' }),
          expect.objectContaining({ key: 'a:script', errorCode: 'GENERAL' }),
          expect.objectContaining({ key: 'a:x', value: true, reason: 'STATIC' }),
        ],
      },
    ])
    await expect(ofrep.postEvaluateFlag('b:hidden')).rejects.toThrow('forbidden')
  })

  it('requires only the right to read', async () => {
    const { ofrep, box } = await reached({ as: ['Authorization', `Bearer reader:${secret}`] })
    const authorizedPatterns = [{ pattern: 'b:*', rights: [] }]
    await box.apiKeys.create({ body: { clientId: 'reader', name: 'Reader', clientSecret: secret, authorizedPatterns } })
    const { value } = await ofrep.postBulkEvaluateFlags()
    expect(value).toMatchObject({ flags: [{ key: 'b:hidden', value: true }] })
    expect((await ofrep.postEvaluateFlag('b:hidden')).value).toMatchObject({ value: true })
  })

  it('receives 304 until state or context change', async () => {
    const { ofrep, box } = await reached()
    const poll = async (targetingKey: string, etag?: string | null) => {
      const { httpStatus, httpResponse } = await ofrep.postBulkEvaluateFlags({ context: { targetingKey } }, etag)
      return { status: httpStatus, etag: httpResponse?.headers.get('ETag') }
    }
    const { status, etag } = await poll('ann')
    expect([status, etag]).toEqual([200, expect.stringMatching(/^"\w{32,}"$/)])
    expect(await poll('ann', etag)).toEqual({ status: 304, etag })
    expect(await poll('ann', `W/${etag}`)).toEqual({ status: 304, etag })
    expect((await poll('bob', etag)).status).toBe(200)
    await box.features.patch({ id: 'a:off', body: [{ op: 'replace', path: '/enabled', value: true }] })
    const changed = await poll('ann', etag)
    expect([changed.status, changed.etag === etag]).toEqual([200, false])
  })

  it('is rejected with invalid credentials, and throttled after many', async () => {
    const { ofrep } = await reached({ as: ['Authorization', 'Bearer inside:wrong'] })
    const refusals = []
    for (let i = 0; i < 51; i++) refusals.push(await ofrep.postEvaluateFlag('a:x').catch((error: Error) => error))
    expect(refusals[0]).toMatchObject({ name: 'OFREPApiUnauthorizedError' })
    expect(refusals[50]).toMatchObject({ name: 'OFREPApiTooManyRequestsError' })
    const [limited] = refusals.slice(-1) as { retryAfterSeconds?: number }[]
    expect(limited?.retryAfterSeconds).toBeGreaterThan(0)
  })
})

describe('errors of OFREP', () => {
  it.each([
    ['half of JSON', '{"context"', {}, 400, 'PARSE_ERROR'],
    ['a member twice', '{"context":{},"context":{}}', {}, 400, 'PARSE_ERROR'],
    ['blanks', ' ', {}, 400, 'PARSE_ERROR'],
    ['bytes that are no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), {}, 400, 'PARSE_ERROR'],
    ['more than 1 MiB', `{"context":{"a":"${'x'.repeat(2 ** 20)}"}}`, {}, 413, 'PARSE_ERROR'],
    ['no JSON type', '{}', { 'Content-Type': 'text/plain' }, 415, 'PARSE_ERROR'],
    ['a context that is a list', '{"context":[]}', {}, 400, 'INVALID_CONTEXT'],
    ['a list', '[]', {}, 400, 'INVALID_CONTEXT'],
  ])('%s: have a problem body with members of the protocol', async (_, body, headers, status, errorCode) => {
    const { post } = await reached()
    for (const [path, key] of [
      ['flags/a:x', { key: 'a:x' }],
      ['flags', {}],
    ] as const) {
      const answer = await post(path, body, headers)
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([status, 'application/problem+json'])
      const told = (await answer.json()) as { detail: string }
      expect(told).toMatchObject({ ...key, status, errorCode, errorDetails: told.detail, type: 'about:blank' })
      expect('key' in told).toBe('key' in key)
    }
  })

  // Providers of some languages send JSON without its type.
  it.each([
    ['a body or Content-Type', undefined],
    ['Content-Type', new TextEncoder().encode('{"context":{"targetingKey":"ann"}}')],
  ])('do not occur without %s', async (_, body) => {
    const { baseUrl, close } = await listening()
    onTestFinished(close)
    for (const path of ['flags/b:hidden', 'flags']) {
      const answer = await fetch(`${baseUrl}/ofrep/v1/evaluate/${path}`, {
        method: 'POST',
        ...(body && { body }),
        headers: { [asAdmin[0]]: asAdmin[1] },
      })
      expect([path, answer.status]).toEqual([path, 200])
    }
  })

  it('of a truncated body are PARSE_ERROR, too', async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('ECONNRESET')) })
    const sent = { headers: { 'Content-Type': 'application/json' }, body }
    const answer = await mounted().call('POST', '/ofrep/v1/evaluate/flags', sent)
    expect([answer.status, await answer.json()]).toMatchObject([400, { errorCode: 'PARSE_ERROR' }])
  })

  it('of the service do not expose details', async () => {
    const reports: unknown[] = []
    const box = failing(new Error('the password of the disk is 123'))
    const { call } = mounted({ box, report: (error) => reports.push(error) })
    const answer = await call('POST', '/ofrep/v1/evaluate/flags/a:x', { json: {} })
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ status: 500, code: 'INTERNAL', key: 'a:x', errorCode: 'GENERAL' })
    expect(text).not.toContain('password of the disk')
    expect(reports).toEqual([expect.objectContaining({ message: 'the password of the disk is 123' })])
  })

  it('of an unreachable store have Retry-After', async () => {
    const box = failing(new SignalboxError('UNAVAILABLE', 'The store cannot be reached', { retryAfter: 7 }))
    const { call } = mounted({ box, report: () => {} })
    for (const path of ['flags/a:x', 'flags']) {
      const answer = await call('POST', `/ofrep/v1/evaluate/${path}`, { json: {} })
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '7'])
      expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE', errorCode: 'GENERAL' })
    }
  })

  it('of unknown paths and methods are the usual ones', async () => {
    const { post } = await reached()
    expect(await (await post('other', '{}')).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

describe('pages of other origins', () => {
  const Origin = 'https://shop.example'

  it('can evaluate and poll if allowed', async () => {
    const { baseUrl, close } = await listening({ corsOrigins: [Origin] })
    onTestFinished(close)
    for (const path of ['flags', 'flags/a:x']) {
      const asked = await fetch(`${baseUrl}/ofrep/v1/evaluate/${path}`, {
        method: 'OPTIONS',
        headers: {
          Origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type,if-none-match,x-api-key',
        },
      })
      expect(asked.status).toBe(204)
      expect(asked.headers.get('Access-Control-Allow-Origin')).toBe(Origin)
      expect(asked.headers.get('Access-Control-Allow-Methods')).toContain('POST')
      for (const name of ['authorization', 'content-type', 'if-none-match', 'x-api-key'])
        expect(asked.headers.get('Access-Control-Allow-Headers')).toContain(name)
    }
    const answer = await fetch(`${baseUrl}/ofrep/v1/evaluate/flags`, {
      method: 'POST',
      body: '{}',
      headers: { Origin, 'Content-Type': 'application/json', [asAdmin[0]]: asAdmin[1] },
    })
    for (const name of ['ETag', 'Retry-After'])
      expect(answer.headers.get('Access-Control-Expose-Headers')?.split(',')).toContain(name)
    expect(answer.headers.get('ETag')).not.toBe(null)
  })
})
