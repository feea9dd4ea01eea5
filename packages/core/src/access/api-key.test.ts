import { describe, expect, it } from 'vitest'
import { memoryStore, type Signalbox } from '../index.ts'
import { codeOf, collect, testBox } from '../machine/callers/access.fixture.ts'

const secret = 'a-secret-of-tests'
const other = 'another-secret-of-tests'
const body = { clientId: 'k', name: 'k', clientSecret: secret }
const knows = async (box: Signalbox, clientSecret: string, clientId = 'k') =>
  (await box.identify({ clientId, clientSecret })) !== undefined
const hash = `hmac-sha256$${'a'.repeat(32)}$${'b'.repeat(64)}`

describe('an API key without an id and a secret', () => {
  it('gets both, with 16 and 64 characters; the secret is returned once', async () => {
    const box = testBox()
    const { clientId = '', clientSecret = '', ...rest } = await box.apiKeys.create({ body: { name: 'k' } })
    expect(clientId).toMatch(/^[a-z2-9]{16}$/)
    expect(clientSecret).toMatch(/^[a-z2-9]{64}$/)
    expect(rest).toEqual({ name: 'k', authorizedPatterns: [], admin: false })
    expect(await knows(box, clientSecret, clientId)).toBe(true)
    expect(await box.apiKeys.get({ id: clientId })).toEqual({ clientId, ...rest })
  })

  it('never gets the id or secret of another key', async () => {
    const box = testBox()
    const made = await Promise.all(Array.from({ length: 200 }, () => box.apiKeys.create({ body: { name: 'k' } })))
    expect(new Set(made.flatMap(({ clientId, clientSecret }) => [clientId, clientSecret])).size).toBe(400)
  })
})

describe('a secret that is given', () => {
  it('is returned only by the call that sets it', async () => {
    const box = testBox()
    const shown = { clientId: 'k', name: 'k', authorizedPatterns: [], admin: false }
    expect(await box.apiKeys.create({ body })).toEqual({ ...shown, clientSecret: secret })
    expect(await box.apiKeys.get({ id: 'k' })).toEqual(shown)
    expect((await box.apiKeys.list()).results).toEqual([shown])
    expect(await box.apiKeys.patch({ id: 'k', body: [{ op: 'add', path: '/clientSecret', value: other }] })).toEqual({
      ...shown,
      clientSecret: other,
    })
    expect(await box.apiKeys.replace({ id: 'k', body })).toEqual({ ...shown, clientSecret: secret })
    expect(await box.apiKeys.delete({ id: 'k' })).toEqual(shown)
  })

  it('must have at least 16 characters', async () => {
    const short = 'x'.repeat(15)
    expect(await codeOf(testBox().apiKeys.create({ body: { ...body, clientSecret: short } }))).toBe('INVALID')
    expect(await codeOf(testBox().apiKeys.create({ body: { ...body, clientSecret: `${short}x` } }))).toBe('OK')
  })

  it('does not change if a PUT, PATCH or rename omits it', async () => {
    const box = testBox()
    await box.apiKeys.create({ body })
    expect(await box.apiKeys.replace({ id: 'k', body: { name: 'other' } })).not.toHaveProperty('clientSecret')
    await box.apiKeys.patch({ id: 'k', body: [{ op: 'replace', path: '/name', value: 'third' }] })
    expect(await knows(box, secret)).toBe(true)
    await box.apiKeys.replace({ id: 'k', body: { clientId: 'renamed', name: 'k' } })
    expect(await knows(box, secret, 'renamed')).toBe(true)
    expect(await knows(box, secret)).toBe(false)
  })

  it('that is unchanged writes nothing and emits no event', async () => {
    const store = memoryStore()
    const box = testBox({ store })
    await box.apiKeys.create({ body })
    const head = await store.head()
    await box.apiKeys.replace({ id: 'k', body })
    expect(await store.head()).toBe(head)
  })

  it('is valid at once after a change, and the old one is not', async () => {
    const box = testBox()
    await box.apiKeys.create({ body })
    expect(await knows(box, secret)).toBe(true)
    await box.apiKeys.replace({ id: 'k', body: { ...body, clientSecret: other } })
    expect([await knows(box, secret), await knows(box, other)]).toEqual([false, true])
  })
})

describe('a removed API key', () => {
  it.each<[string, (box: Signalbox) => Promise<unknown>]>([
    ['deleted', (box) => box.apiKeys.delete({ id: 'k' })],
    ['deleted among many', (box) => box.apiKeys.deleteMany({ pattern: '*' })],
    ['renamed', (box) => box.apiKeys.replace({ id: 'k', body: { clientId: 'other', name: 'k' } })],
    [
      'replaced by an import',
      (box) => box.apiKeys.import({ body: [{ ...body, clientSecret: other }], strategy: 'Replace' }),
    ],
  ])('is rejected as soon as it is %s', async (_, end) => {
    const box = testBox()
    await box.apiKeys.create({ body })
    expect(await knows(box, secret)).toBe(true)
    await end(box)
    expect(await knows(box, secret)).toBe(false)
  })

  it('loses its grants', async () => {
    const box = testBox()
    await box.apiKeys.create({ body: { ...body, admin: true } })
    expect(await box.identify(body)).toMatchObject({ admin: true })
    await box.apiKeys.patch({ id: 'k', body: [{ op: 'replace', path: '/admin', value: false }] })
    expect(await box.identify(body)).not.toHaveProperty('admin')
  })

  it('is rejected by every box on the same store', async () => {
    const store = memoryStore()
    const [here, there] = [testBox({ store }), testBox({ store })]
    await here.apiKeys.create({ body })
    expect(await knows(there, secret)).toBe(true)
    await here.apiKeys.replace({ id: 'k', body: { ...body, clientSecret: other } })
    await expect.poll(() => knows(there, secret)).toBe(false)
    expect(await knows(there, other)).toBe(true)
    await here.apiKeys.delete({ id: 'k' })
    await expect.poll(() => knows(there, other)).toBe(false)
  })
})

describe('nd-json', () => {
  it('contains the hash, so that secrets work in another box', async () => {
    const [here, there] = [testBox(), testBox()]
    await here.apiKeys.create({ body: { ...body, authorizedPatterns: [{ pattern: 'a:*' }] } })
    const lines = await collect(await here.apiKeys.export())
    expect(lines).toEqual([
      {
        clientId: 'k',
        name: 'k',
        authorizedPatterns: [{ pattern: 'a:*' }],
        admin: false,
        clientSecretHash: expect.stringMatching(/^hmac-sha256\$[0-9a-f]{32}\$[0-9a-f]{64}$/),
      },
    ])
    expect(await there.apiKeys.import({ body: lines })).toMatchObject({ success: 1 })
    expect([await knows(there, secret), await knows(there, other)]).toEqual([true, false])
    expect(await collect(await there.apiKeys.export())).toEqual(lines)
  })

  it('accepts a secret, too; without either, a key keeps its secret', async () => {
    const box = testBox()
    await box.apiKeys.import({ body: [body] })
    expect(await knows(box, secret)).toBe(true)
    await box.apiKeys.import({ body: [{ clientId: 'k', name: 'other' }], strategy: 'Replace' })
    expect(await knows(box, secret)).toBe(true)
  })

  it('rejects lines with an invalid hash or without an id', async () => {
    const { errors, success } = await testBox().apiKeys.import({
      body: [
        { clientId: 'k', name: 'k', clientSecretHash: 'plain text' },
        { name: 'k' } as { clientId: string; name: string },
      ],
    })
    expect(success).toBe(0)
    expect(Object.keys(errors.fieldErrors)).toEqual(['/1/clientSecretHash', '/2/clientId'])
  })
})

describe('a hash of a secret', () => {
  it('is rejected by name everywhere except in nd-json', async () => {
    const box = testBox()
    await box.apiKeys.create({ body })
    const sent = { ...body, clientSecretHash: hash }
    const named = { code: 'INVALID', fieldErrors: { '/clientSecretHash': [{ message: 'error.unknown.field' }] } }
    await expect(box.apiKeys.create({ body: { ...sent, clientId: 'l' } })).rejects.toMatchObject(named)
    await expect(box.apiKeys.replace({ id: 'k', body: sent })).rejects.toMatchObject(named)
    await expect(
      box.apiKeys.patch({ id: 'k', body: [{ op: 'add', path: '/clientSecretHash', value: hash }] }),
    ).rejects.toMatchObject(named)
    expect(await knows(box, secret)).toBe(true)
  })

  it('cannot be read by a patch', async () => {
    const box = testBox()
    await box.apiKeys.create({ body })
    for (const path of ['/clientSecretHash', '/clientSecret']) {
      const copy = { op: 'copy' as const, from: path, path: '/name' }
      expect(await codeOf(box.apiKeys.patch({ id: 'k', body: [copy] }))).toBe('INVALID')
      expect(await codeOf(box.apiKeys.patch({ id: 'k', body: [{ ...copy, op: 'move' }] }))).toBe('INVALID')
      const [line] = await collect(await box.apiKeys.export())
      const test = (value: unknown) => codeOf(box.apiKeys.patch({ id: 'k', body: [{ op: 'test', path, value }] }))
      expect(await test(line?.clientSecretHash)).toBe(await test('wrong'))
      expect(await test(secret)).toBe(await test('wrong'))
    }
    expect((await box.apiKeys.get({ id: 'k' })).name).toBe('k')
  })
})

describe('ids of API keys', () => {
  it.each(['__proto__', 'constructor', 'toString', 'a.b@c-d_E'])('%s is a valid id', async (clientId) => {
    const box = testBox()
    expect(await knows(box, secret, clientId)).toBe(false)
    await box.apiKeys.create({ body: { ...body, clientId } })
    expect([await knows(box, secret, clientId), await knows(box, other, clientId)]).toEqual([true, false])
    await box.apiKeys.delete({ id: clientId })
    expect(await knows(box, secret, clientId)).toBe(false)
  })

  it.each(['a:b', '', 'a b', 'ä', 'a/b', 'a*'])('%j is rejected', async (clientId) => {
    expect(await codeOf(testBox().apiKeys.create({ body: { ...body, clientId } }))).toBe('INVALID')
  })
})
