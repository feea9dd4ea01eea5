import { describe, expect, it } from 'vitest'
import { anyObject, object, Type } from '../../schema/schema.ts'
import { MASK, secretsOf } from './secrets.ts'

const secret = Type.String({ writeOnly: true })
const plan = object({
  id: Type.Optional(Type.String()),
  key: Type.Optional(secret),
  open: Type.Optional(Type.Boolean()),
})
const schema = object({
  name: Type.String(),
  secret: Type.Optional(secret),
  headers: Type.Optional(Type.Record(Type.String(), secret)),
  plans: Type.Optional(Type.Array(plan)),
  metadata: Type.Optional(anyObject()),
})
interface Sample {
  name: string
  secret?: string
  headers?: Record<string, string>
  plans?: { id?: string; key?: string; open?: boolean }[]
  metadata?: Record<string, unknown>
}
const { mask, restore } = secretsOf<Sample>(schema)
const sample: Sample = {
  name: 'n',
  secret: 's',
  headers: { 'X-A': 'a', 'a/b': 'b' },
  plans: [{ id: 'one', key: 'k1', open: true }, { key: 'k2' }, { id: 'none' }],
  metadata: { secret: 'of somebody else' },
}

describe('a record with secrets', () => {
  it('is returned with each secret masked, and otherwise unchanged', () => {
    expect(mask(sample)).toEqual({
      name: 'n',
      secret: MASK,
      headers: { 'X-A': MASK, 'a/b': MASK },
      plans: [{ id: 'one', key: MASK, open: true }, { key: MASK }, { id: 'none' }],
      metadata: { secret: 'of somebody else' },
    })
    expect(sample.secret).toBe('s')
  })

  it('sent back masked, is unchanged', () => {
    expect(restore(mask(sample), sample)).toEqual(sample)
  })

  it('does not take a mask in place of other texts, unless one is stored there', () => {
    const masks = { ...mask(sample), name: MASK, metadata: { list: ['x', MASK], 'a/b': { c: MASK } } }
    expect(() => restore(masks, sample)).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        message: `The secrets are invalid: No secret is stored at /name, /metadata/list/1, /metadata/a~1b/c, so ${MASK} has no meaning there: send the secret itself`,
        fieldErrors: Object.fromEntries(
          ['/name', '/metadata/list/1', '/metadata/a~1b/c'].map((at) => [
            at,
            [{ message: 'error.secret.missing', args: [] }],
          ]),
        ),
      }),
    )
    const stored = { ...sample, name: MASK, metadata: masks.metadata }
    expect(restore(mask(stored), stored)).toEqual(stored)
    const moved = { ...mask(stored), metadata: { list: [MASK, 'x', 'y'], 'a/b': {} } }
    expect(restore(moved, stored)).toEqual({ ...stored, metadata: moved.metadata })
    expect(() => restore({ ...moved, metadata: { other: MASK } }, stored)).toThrow(/\/metadata\/other/)
  })

  it('takes a text like a mask if no secret is stored, and from programs that see the secrets', () => {
    expect(restore({ name: MASK }, { name: 'n' })).toEqual({ name: MASK })
    expect(restore({ name: MASK }, undefined)).toEqual({ name: MASK })
    expect(restore({ ...sample, name: MASK }, sample, { isDerived: true })).toEqual({ ...sample, name: MASK })
  })

  it('accepts new secrets beside masks', () => {
    const next = restore({ ...mask(sample), secret: 'new', headers: { 'X-A': MASK, 'X-B': 'b' } }, sample)
    expect(next).toMatchObject({ secret: 'new', headers: { 'X-A': 'a', 'X-B': 'b' } })
  })

  it('matches items of a list by id, others by position', () => {
    const next = restore({ name: 'n', plans: [{ id: 'none' }, { key: MASK }, { id: 'one', key: MASK }] }, sample)
    expect(next.plans).toEqual([{ id: 'none' }, { key: 'k2' }, { id: 'one', key: 'k1' }])
  })

  describe('whose lists have items without ids', () => {
    const before: Sample = { name: 'n', plans: [{ key: 'k1', open: true }, { key: 'k2' }, { key: 'k3' }] }
    const restored =
      (...plans: object[]) =>
      () =>
        restore({ name: 'n', plans }, before).plans

    it('keeps the secrets of moved items, also after a removal', () => {
      expect(restored({ key: MASK }, { key: MASK, open: true })()).toEqual([{ key: 'k2' }, { key: 'k1', open: true }])
      expect(restored({ key: MASK, open: true }, { key: 'new' })()).toEqual([{ key: 'k1', open: true }, { key: 'new' }])
    })

    it('keeps the secret of an item that changed in place', () => {
      const changed = restored({ key: MASK, open: false }, { key: MASK }, { key: MASK })
      expect(changed()).toEqual([{ key: 'k1', open: false }, { key: 'k2' }, { key: 'k3' }])
    })

    it('never moves a secret to another item', () => {
      expect(restored({ key: MASK, open: false })).toThrow(/plans\/0\/key/)
      expect(restored({ key: MASK }, { key: MASK }, { key: MASK })).not.toThrow()
      expect(restored({ key: MASK }, { key: MASK }, { key: MASK }, { key: MASK })).toThrow(/plans\/3\/key/)
    })
  })

  it('rejects masks without a stored secret, and names the places', () => {
    const next = { name: 'n', secret: MASK, headers: { 'a/b': MASK }, plans: [{ id: 'new', key: MASK }] }
    for (const current of [undefined, { name: 'n' }])
      expect(() => restore(next, current)).toThrow(
        expect.objectContaining({
          code: 'INVALID',
          message: expect.stringContaining('/secret, /headers/a~1b, /plans/0/key'),
          fieldErrors: {
            '/secret': [{ message: 'error.secret.missing', args: [] }],
            '/headers/a~1b': [{ message: 'error.secret.missing', args: [] }],
            '/plans/0/key': [{ message: 'error.secret.missing', args: [] }],
          },
        }),
      )
  })

  it('keeps members named like properties of Object.prototype', () => {
    const odd = JSON.parse('{"name":"n","headers":{"__proto__":"p","constructor":"c"}}') as Sample
    expect(JSON.stringify(mask(odd))).toBe(`{"name":"n","headers":{"__proto__":"${MASK}","constructor":"${MASK}"}}`)
    expect(JSON.stringify(restore(mask(odd), odd))).toBe(JSON.stringify(odd))
    expect(() => restore(mask(odd), { name: 'n', headers: {} })).toThrow(/__proto__/)
  })
})

describe('a record without secrets', () => {
  it('is not copied', () => {
    const { mask, restore } = secretsOf<{ name: string }>(object({ name: Type.String() }))
    const record = { name: MASK }
    expect(mask(record)).toBe(record)
    expect(restore(record, undefined)).toBe(record)
  })
})

describe('a record of one of several shapes', () => {
  const one = (kind: string, members: object) => ({ ...object({ kind: Type.Literal(kind), ...members }) })
  const schema = Type.Unsafe<{ kind: string; key?: string }>({
    type: 'object',
    discriminator: { propertyName: 'kind' },
    oneOf: [one('open', { key: Type.String() }), one('locked', { key: secret })],
  })
  const { mask, restore } = secretsOf<{ kind: string; key?: string }>(schema)

  it('has the secrets of its own shape', () => {
    expect(mask({ kind: 'open', key: 'k' })).toEqual({ kind: 'open', key: 'k' })
    expect(mask({ kind: 'locked', key: 'k' })).toEqual({ kind: 'locked', key: MASK })
    expect(restore({ kind: 'locked', key: MASK }, { kind: 'locked', key: 'k' })).toEqual({ kind: 'locked', key: 'k' })
  })
})

describe('a secret with an address', () => {
  const token = Type.Optional(Type.String({ writeOnly: true, 'x-sent-to': ['url', 'issuer'] }))
  const target = object({
    id: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
    issuer: Type.Optional(Type.String()),
    token,
    headers: Type.Optional(Type.Record(Type.String(), token)),
  })
  const { restore } = secretsOf<Target>(object({ ...target.properties, targets: Type.Optional(Type.Array(target)) }))
  interface Target {
    id?: string
    url?: string
    issuer?: string
    token?: string
    headers?: Record<string, string>
    targets?: Target[]
  }
  const failure = (next: Target, current: Target) => {
    try {
      return restore(next, current)
    } catch (error) {
      const { code, message, fieldErrors } = error as { code: string; message: string; fieldErrors: object }
      return { code, message, fieldErrors }
    }
  }
  const kept: Target = { url: 'https://a.example', token: 't', headers: { A: 'a' } }
  const moved = { message: 'error.secret.address', args: ['/url'] }

  it('is not restored from a mask if the address changes, and must be sent again', () => {
    expect(failure({ url: 'https://b.example', token: MASK, headers: { A: MASK, B: 'new' } }, kept)).toEqual({
      code: 'INVALID',
      message:
        'The secrets are invalid: /token is ********, but /url, where the secret is sent, has changed: send the secret again; /headers/A is ********, but /url, where the secret is sent, has changed: send the secret again',
      fieldErrors: { '/token': [moved], '/headers/A': [moved] },
    })
    expect(failure({ url: 'https://b.example', token: 'new', headers: {} }, kept)).toMatchObject({ token: 'new' })
  })

  it('is not restored if an address is added or removed', () => {
    const issuer = { message: 'error.secret.address', args: ['/issuer'] }
    expect(failure({ ...kept, issuer: 'x', headers: {}, token: MASK }, kept)).toMatchObject({
      fieldErrors: { '/token': [issuer] },
    })
    expect(failure({ token: MASK }, kept)).toMatchObject({ fieldErrors: { '/token': [moved] } })
  })

  it('is restored if the address is unchanged', () => {
    expect(restore({ ...kept, token: MASK, headers: { A: MASK } }, kept)).toEqual(kept)
  })

  it('belongs to the nearest address, of the item with the same id', () => {
    const targets = [
      { id: '1', url: 'https://one.example', token: 'one' },
      { id: '2', url: 'https://two.example', token: 'two' },
    ]
    const current = { url: 'https://a.example', targets }
    const [one, two] = targets.map((target) => ({ ...target, token: MASK })) as [Target, Target]
    expect(failure({ url: 'https://b.example', targets: [two, one] }, current)).toMatchObject({
      targets: [targets[1], targets[0]],
    })
    expect(failure({ ...current, targets: [one, { ...two, url: one.url as string }] }, current)).toMatchObject({
      fieldErrors: { '/targets/1/token': [{ message: 'error.secret.address', args: ['/targets/1/url'] }] },
    })
  })
})
