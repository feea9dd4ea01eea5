import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sealingKeyFrom, sealingKeyOf, sealingRootOf } from '../../machine/secrets/sealing-key.ts'
import { createCatalog } from '../../plugins/create-catalog.ts'
import type { GatewayUnit } from '../source/source.ts'
import { macOf } from './mac-of.ts'
import { openUnit } from './open-unit.ts'
import { type SealedUnit, sealUnit } from './seal-unit.ts'

const catalog = createCatalog()
const key = await sealingKeyOf('sbxg_edge_k7m2p9')

/** Every secret that the units below have. */
const secrets = {
  current: 'hmac-sha256$5a17$c0ffee01',
  previous: 'hmac-sha256$5a18$c0ffee02',
  signing: 'd-of-the-private-key-ES256',
  tls: '-----BEGIN PRIVATE KEY-----\nMIIBVgIBADANBgkq\n-----END PRIVATE KEY-----',
  pool: 'pool-password-91',
  header: 'Bearer of-the-backend-77',
  plugin: 'secret-of-a-plugin-55',
  testing: 'opens-the-drafts-33',
  draft: 'header-of-the-draft-44',
}

const slotOf = (value: string) => ({
  plugin: 'cp:gateway.next.plugins.AdditionalHeadersIn',
  config: { headers: { Authorization: value, 'X-Region': 'north' } },
})
const apiOf = (value: string) => ({
  id: 'shop',
  name: 'Shop',
  flows: [{ id: 'f', plugins: { slots: [slotOf(value)] } }],
  backends: [
    {
      id: 'main',
      backend: { targets: [{ hostname: 'main.local', tls_config: { key: secrets.tls } }], password: secrets.pool },
    },
  ],
  testing: { enabled: true, headerKey: 'X-Testing', headerValue: secrets.testing },
})

const units = [
  {
    kind: 'api',
    key: 'shop',
    revision: 3,
    value: { api: apiOf(secrets.header), live: apiOf(secrets.plugin), draft: apiOf(secrets.draft) },
  },
  { kind: 'backend', key: 'b', revision: 4, value: { id: 'b', backend: { tls_config: { key: secrets.tls } } } },
  {
    kind: 'credential',
    key: 'ann',
    revision: 5,
    value: {
      clientId: 'ann',
      secrets: { current: { hash: secrets.current, since: 1 }, previous: { hash: secrets.previous, until: 2 } },
    },
  },
  { kind: 'signing-key', key: 'k', revision: 6, value: { id: 'k', privateJwk: { kty: 'EC', d: secrets.signing } } },
  { kind: 'error-template', key: 'global', revision: 7, value: { serviceId: 'global', template50x: 'Oh' } },
  { kind: 'subscription', key: 's', revision: 8, value: { id: 's', metadata: { note: 'x' } } },
  { kind: 'quota', key: 'q', revision: 9, value: [{ period: '2026-11', used: 5 }] },
  { kind: 'backend', key: 'gone', revision: 10 },
  { kind: 'end', revision: 10 },
] as readonly unknown[] as readonly GatewayUnit[]

const seal = (unit: GatewayUnit) => sealUnit(unit, key, catalog)
const sealed = await Promise.all(units.map(seal))

describe('a sealed unit', () => {
  it('has no secret, neither plain nor encoded', () => {
    const text = JSON.stringify(sealed)
    for (const secret of Object.values(secrets)) {
      const bytes = Buffer.from(secret)
      const forms = [JSON.stringify(secret).slice(1, -1), ...encoded(bytes, 'base64'), ...encoded(bytes, 'base64url')]
      for (const form of [...forms, bytes.toString('hex')]) expect(text).not.toContain(form)
    }
  })

  it('has everything else in the clear', () => {
    const text = JSON.stringify(sealed)
    for (const plain of ['main.local', 'X-Region', 'north', 'X-Testing', '"clientId":"ann"'])
      expect(text).toContain(plain)
    expect(sealed.slice(4)).toEqual(units.slice(4))
  })

  it('is opened with the same gateway key, also by its root', async () => {
    const again = await sealingKeyFrom(await sealingRootOf('sbxg_edge_k7m2p9'))
    for (const opened of [key, again])
      expect(await Promise.all(sealed.map((unit) => openUnit(JSON.parse(JSON.stringify(unit)), opened)))).toEqual(units)
  })

  it('is the same for the same unit, and differs by gateway key and by place', async () => {
    expect(await Promise.all(units.map(seal))).toEqual(sealed)
    const other = await sealingKeyOf('sbxg_edge_other')
    expect(secretOf(await sealUnit(units[2]!, other, catalog))).not.toBe(secretOf(sealed[2]!))
    expect(secretOf(await seal({ ...units[2]!, key: 'bob' } as GatewayUnit))).not.toBe(secretOf(sealed[2]!))
  })

  it('leaves the unit as it was', async () => {
    const before = JSON.stringify(units[0])
    await seal(units[0]!)
    expect(JSON.stringify(units[0])).toBe(before)
  })
})

describe('a sealed secret', () => {
  const credential = sealed[2] as SealedUnit & { value: { secrets: object } }
  const refused = /^The secret of \S+ \S+ at \S+ cannot be opened: it was changed, moved, or sealed under another/

  it('is refused if a single bit was changed', async () => {
    const bytes = Buffer.from(secretOf(credential), 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      const unit = withSecret(credential, changed.toString('base64url'))
      await expect(openUnit(unit, key)).rejects.toThrow(refused)
    }
  })

  it.each([
    ['shorter', (text: string) => text.slice(0, -1)],
    ['longer', (text: string) => `${text}A`],
    ['padded', (text: string) => `${text}=`],
    ['in the other alphabet of Base64', (text: string) => `${text.slice(0, -1)}+`],
    ['empty', () => ''],
    ['no text', () => 7],
  ])('is refused if it is %s', async (_, change) => {
    await expect(openUnit(withSecret(credential, change(secretOf(credential))), key)).rejects.toThrow(refused)
  })

  it('is refused with other members', async () => {
    const value = { ...credential.value, secrets: { ...credential.value.secrets, more: 1 } }
    await expect(openUnit({ ...credential, value }, key)).rejects.toThrow(refused)
  })

  it('is refused at another place: of another unit, kind or member', async () => {
    const { secrets: moved, ...value } = credential.value
    for (const unit of [
      { ...credential, key: 'bob' },
      { ...credential, kind: 'signing-key' },
      { ...credential, value: { ...value, description: moved } },
    ])
      await expect(openUnit(unit, key)).rejects.toThrow(refused)
  })

  it('is refused under another gateway key, without a word of it', async () => {
    const opening = openUnit(credential, await sealingKeyOf('sbxg_edge_other'))
    await expect(opening).rejects.toThrow(refused)
    await expect(opening).rejects.not.toThrow(secretOf(credential))
  })

  it.each([undefined, null, 'text', [], {}, { kind: 'api', revision: 1 }, { kind: 'end', key: 'a', revision: 1 }])(
    'cannot be in something that is not a unit: %j',
    async (unit) => {
      await expect(openUnit(unit, key)).rejects.toThrow('The unit is invalid')
    },
  )
})

describe('any unit', () => {
  const name = fc.oneof(fc.constantFrom('$sealed', 'secrets', 'password', '__proto__', 'a/b~', 'config'), fc.string())
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, 0, '', secrets.tls),
      fc.string(),
      fc.integer(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }).map((members) => JSON.parse(JSON.stringify(members))),
    ),
  })).value
  const kinds = [
    'api',
    'backend',
    'error-template',
    'subscription',
    'credential',
    'signing-key',
    'quota',
    'experiment',
  ] as const
  const apiValue = fc.record({ api: json, live: json, draft: json }, { requiredKeys: [] })
  const credentialValue = fc.record({ secrets: json, metadata: json }, { requiredKeys: [] })
  const slots = fc.array(fc.record({ plugin: fc.string(), config: json }), { maxLength: 2 })
  const flows = slots.map((all) => ({ api: { flows: [{ plugins: { slots: all } }] } }))
  const value = fc.oneof(json, apiValue, credentialValue, flows)
  const unit = fc.record({ kind: fc.constantFrom(...kinds), key: fc.string(), revision: fc.nat(), value })

  it('is opened as it was sealed', async () => {
    await fc.assert(
      fc.asyncProperty(unit, async (given) => {
        const line = JSON.stringify(await seal(given as unknown as GatewayUnit))
        expect(JSON.stringify(await openUnit(JSON.parse(line), key))).toBe(JSON.stringify(given))
      }),
      { numRuns: 500 },
    )
  })

  it('keeps objects of its own that look sealed, also within secrets and around them', async () => {
    const looks = { $sealed: 'AAAA' }
    for (const config of [
      looks,
      { password: looks },
      { $sealed: { $sealed: looks }, password: 'p' },
      { password: { ...looks, token: 't' } },
      { $sealed: null },
    ]) {
      const slot = { plugin: 'mine', config }
      const value = { api: { id: 'a', metadata: looks, flows: [{ plugins: { slots: [slot] } }] } }
      const given = { kind: 'api', key: 'a', revision: 1, value } as unknown as GatewayUnit
      expect(await openUnit(JSON.parse(JSON.stringify(await seal(given))), key)).toEqual(given)
    }
  })

  it('is refused if nothing says which members of its kind are secret', async () => {
    const given = { kind: 'toString', key: 'a', revision: 1, value: {} } as unknown as GatewayUnit
    await expect(seal(given)).rejects.toThrow('Units of kind toString cannot be sealed')
  })
})

describe('the HMAC of lines', () => {
  const lines = ['{"kind":"format"}', '{"kind":"quota"}', '']
  const macOfLines = (given: readonly string[], from = key) => {
    const mac = macOf(from)
    given.forEach(mac.add)
    return mac
  }
  const mac = macOfLines(lines).end()

  it('is that of the same lines under the same gateway key', async () => {
    expect(macOfLines(lines, await sealingKeyOf('sbxg_edge_k7m2p9')).verify(mac)).toBe(true)
    expect(mac).toMatch(/^[\w-]{43}$/)
  })

  it('is not that of other lines, of another key, nor anything else', async () => {
    expect(macOfLines([...lines, '']).verify(mac)).toBe(false)
    expect(macOfLines(lines.toReversed()).verify(mac)).toBe(false)
    expect(macOfLines(lines, await sealingKeyOf('sbxg_edge_other')).verify(mac)).toBe(false)
    for (const other of ['', mac.slice(0, -1), `${mac}A`, '=', 'ü']) expect(macOfLines(lines).verify(other)).toBe(false)
  })
})

const secretOf = ({ value }: SealedUnit): string => (value as { secrets: { $sealed: string } }).secrets.$sealed

const withSecret = (unit: SealedUnit, text: unknown): SealedUnit => ({
  ...unit,
  value: { ...(unit.value as object), secrets: { $sealed: text } },
})

/** The letters of Base64 that bytes have wherever they begin. */
const encoded = (bytes: Buffer, encoding: 'base64' | 'base64url'): string[] =>
  [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString(encoding)
      .slice(offset + 1, -4),
  )
