import { describe, expect, it } from 'vitest'
import { anyObject, object, Type } from '../schema.ts'
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
  it('is shown with a mask in the place of each, and whole elsewhere', () => {
    expect(mask(sample)).toEqual({
      name: 'n',
      secret: MASK,
      headers: { 'X-A': MASK, 'a/b': MASK },
      plans: [{ id: 'one', key: MASK, open: true }, { key: MASK }, { id: 'none' }],
      metadata: { secret: 'of somebody else' },
    })
    expect(sample.secret).toBe('s')
  })

  it('sent back as it was shown, is what it was', () => {
    expect(restore(mask(sample), sample)).toEqual(sample)
  })

  it('takes new secrets beside masks', () => {
    const next = restore({ ...mask(sample), secret: 'new', headers: { 'X-A': MASK, 'X-B': 'b' } }, sample)
    expect(next).toMatchObject({ secret: 'new', headers: { 'X-A': 'a', 'X-B': 'b' } })
  })

  it('finds the items of a list by id wherever they moved, others by position', () => {
    const next = restore({ name: 'n', plans: [{ id: 'none' }, { key: MASK }, { id: 'one', key: MASK }] }, sample)
    expect(next.plans).toEqual([{ id: 'none' }, { key: 'k2' }, { id: 'one', key: 'k1' }])
  })

  describe('whose lists have items without ids', () => {
    const before: Sample = { name: 'n', plans: [{ key: 'k1', open: true }, { key: 'k2' }, { key: 'k3' }] }
    const restored =
      (...plans: object[]) =>
      () =>
        restore({ name: 'n', plans }, before).plans

    it('keeps the secret of each that moved, or moved up when another went', () => {
      expect(restored({ key: MASK }, { key: MASK, open: true })()).toEqual([{ key: 'k2' }, { key: 'k1', open: true }])
      expect(restored({ key: MASK, open: true }, { key: 'new' })()).toEqual([{ key: 'k1', open: true }, { key: 'new' }])
    })

    it('keeps the secret of one that changed in its place', () => {
      const changed = restored({ key: MASK, open: false }, { key: MASK }, { key: MASK })
      expect(changed()).toEqual([{ key: 'k1', open: false }, { key: 'k2' }, { key: 'k3' }])
    })

    it('never gives one the secret of another', () => {
      expect(restored({ key: MASK, open: false })).toThrow(/plans\/0\/key/)
      expect(restored({ key: MASK }, { key: MASK }, { key: MASK })).not.toThrow()
      expect(restored({ key: MASK }, { key: MASK }, { key: MASK }, { key: MASK })).toThrow(/plans\/3\/key/)
    })
  })

  it('refuses a mask that stands for nothing, and names the places', () => {
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

  it('keeps members that are named like parts of an object', () => {
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

describe('a secret that is sent somewhere', () => {
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

  it('is not kept behind a mask when the address changes: it is named, to be sent again', () => {
    expect(failure({ url: 'https://b.example', token: MASK, headers: { A: MASK, B: 'new' } }, kept)).toEqual({
      code: 'INVALID',
      message:
        '/url, where the secret /token is sent, has changed: send the secret again; /url, where the secret /headers/A is sent, has changed: send the secret again',
      fieldErrors: { '/token': [moved], '/headers/A': [moved] },
    })
    expect(failure({ url: 'https://b.example', token: 'new', headers: {} }, kept)).toMatchObject({ token: 'new' })
  })

  it('is not kept when an address comes to it or goes', () => {
    const issuer = { message: 'error.secret.address', args: ['/issuer'] }
    expect(failure({ ...kept, issuer: 'x', headers: {}, token: MASK }, kept)).toMatchObject({
      fieldErrors: { '/token': [issuer] },
    })
    expect(failure({ token: MASK }, kept)).toMatchObject({ fieldErrors: { '/token': [moved] } })
  })

  it('is kept as long as the address is', () => {
    expect(restore({ ...kept, token: MASK, headers: { A: MASK } }, kept)).toEqual(kept)
  })

  it('goes by the address of the object nearest to it, of the item with its id', () => {
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
