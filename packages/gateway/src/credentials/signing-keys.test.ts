import { generateKeyPairSync } from 'node:crypto'
import type { GatewayUnit, SigningKey } from '@signalbox/core/gateway'
import { decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { apiUnit, consumer } from '../consumers/units.fixture.ts'
import { fakeExchange, fakeRoute } from '../pipeline/exchange.fixture.ts'
import { compiled } from '../plugins/compiled.fixture.ts'
import { createSigningKeys } from './signing-keys.ts'

const DAY = 86_400_000
const day = (count: number): number => Date.UTC(2026, 0, 1) + count * DAY

/** A key that signs from one day to another. */
function keyOf(id: string, since: number, until: number): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = (key: typeof publicKey) => key.export({ format: 'jwk' }) as Record<string, unknown>
  return { id, since: day(since), until: day(until), publicJwk: jwk(publicKey), privateJwk: jwk(privateKey) }
}

const old = keyOf('old', 0, 90)
const next = keyOf('next', 90, 180)
const unitOf = (key: string, value: SigningKey): GatewayUnit => ({ kind: 'signing-key', key, revision: 1, value })

describe('the keys of a data plane', () => {
  it('sign each in its time', () => {
    const keys = createSigningKeys()
    expect(keys.signing(day(1))).toBeUndefined()
    keys.set('2', next)
    keys.set('1', old)
    expect([-1, 0, 89.9, 90, 500].map((at) => keys.signing(day(at))?.id)).toEqual(['old', 'old', 'old', 'next', 'next'])
    keys.set('1', undefined)
    expect([...keys.all.keys()]).toEqual(['next'])
  })

  it('make tokens be verified again when one comes or goes, but not when it comes again', () => {
    const keys = createSigningKeys()
    const versions = [old, { ...old }, { ...old, until: day(91) }, undefined, undefined].map((key) => {
      keys.set('1', key)
      return keys.version
    })
    expect(versions).toEqual([1, 1, 1, 2, 2])
  })
})

describe('over a rotation', () => {
  const plan = { id: 'gold', access_mode_configuration_type: 'oauth2-local' }
  const config = { plan_ref: 'gold', mandatory: false, expiresIn: 3600 }
  const slot = { plugin: 'cp:gateway.next.plugins.ApikeyCalls', enabled: true, config }
  const matches = [{ host: 'shop.example', context_path: '/v1', path: '', segments: [], context_segments: 1 }]
  const route = fakeRoute({ plugins: [slot], frontend: { methods: [], matches } })

  /** A token endpoint and a route behind it, of a data plane with these keys. */
  function planeWith(...keys: SigningKey[]) {
    const units = [apiUnit('shop', [plan]), ...consumer(), ...keys.map((key, i) => unitOf(`${i}`, key))]
    const plans = [{ plan_ref: 'gold', expiresIn: 3600 }]
    const endpoint = compiled('ClientCredentialTokenEndpoint', { plans }, { route, units })
    const published = compiled('ClientCredentialTokenEndpoint', { publishes: 'keys' }, { route, units })
    const guard = compiled('ApikeyCalls', config, { route, units })
    const body = new TextEncoder().encode('grant_type=client_credentials&client_id=key-1&client_secret=secret-1')
    const headers = ['Content-Type', 'application/x-www-form-urlencoded']
    return {
      async tokenAt(now: number): Promise<string> {
        const verdict = await endpoint.request!(fakeExchange({ route, now, headers, body }))
        return JSON.parse((verdict as { answer: { body: string } }).answer.body).access_token
      },
      async callAt(now: number, token: string) {
        const exchange = fakeExchange({ route, now, headers: ['Authorization', `Bearer ${token}`] })
        await guard.request?.(exchange)
        return exchange.consumer?.id ?? exchange.denied?.refuse
      },
      keys(): string[] {
        const { answer } = published.request!(fakeExchange({ route })) as { answer: { body: string } }
        return JSON.parse(answer.body).keys.map(({ kid }: { kid: string }) => kid)
      },
    }
  }

  it('tokens of the old key count until they expire, as long as it is there', async () => {
    const plane = planeWith(old, next)
    expect(plane.keys()).toEqual(['old', 'next'])
    const token = await plane.tokenAt(day(90) - 1000)
    expect(decodeProtectedHeader(token).kid).toBe('old')
    expect(await plane.callAt(day(90) + 1000, token)).toBe('acme')
    const later = await plane.tokenAt(day(90))
    expect(decodeProtectedHeader(later).kid).toBe('next')
    const after = planeWith(next)
    expect(await after.callAt(day(90) + 1000, token)).toBe('errors.credentials.invalid')
    expect(await after.callAt(day(90) + 1000, later)).toBe('acme')
  })

  it('nobody gets a token before there is a key', async () => {
    await expect(planeWith().tokenAt(day(1))).rejects.toThrow()
  })
})
