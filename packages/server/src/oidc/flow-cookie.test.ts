import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { FLOW_LIFE, flowCookie, noFlowCookie, readFlow } from './flow-cookie.ts'

const key = new Uint8Array(32).fill(7)
const now = 1_800_000_000_000
const flow = { state: 's', nonce: 'n', verifier: 'v', to: '/features', until: now + FLOW_LIFE }
const sent = (cookie: string): string => cookie.split(';')[0] as string

/** A cookie as a server signs it, with any content. */
function signed(content: unknown, name = 'signalbox_sign_in'): string {
  const value = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${name}=${value}.${createHmac('sha256', key).update(`${name}=${value}`).digest('base64url')}`
}

it.each([true, false])('a flow is read as it was kept, and removed (secure: %j)', (isSecure) => {
  const cookie = flowCookie(flow, { isSecure, key })
  expect(readFlow(`a=b; ${sent(cookie)}; c=d`, now, { isSecure, key })).toEqual(flow)
  expect(readFlow(sent(cookie), now, { isSecure: !isSecure, key })).toBeUndefined()
  expect(noFlowCookie(isSecure)).toMatch(/=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0(; Secure)?$/)
})

it('every bit of the cookie is signed', () => {
  const [name = '', value = ''] = sent(flowCookie(flow, { isSecure: false, key })).split('=')
  for (let i = 0; i < value.length; i++)
    for (const other of ['A', 'b', '.', '']) {
      const changed = value.slice(0, i) + other + value.slice(i + 1)
      const found = readFlow(`${name}=${changed}`, now, { isSecure: false, key })
      // The last character of base64url has bits that do not count.
      if (changed !== value && i < value.length - 1) expect([i, other, found]).toEqual([i, other, undefined])
    }
})

it.each<[what: string, content: unknown]>([
  ['that is over', { ...flow, until: now }],
  ['that ends too late', { ...flow, until: now + FLOW_LIFE + 60_001 }],
  ['that ends at 9e15', { ...flow, until: 9e15 }],
  ['whose end is a text', { ...flow, until: String(now + 1000) }],
  ['without an end', { ...flow, until: undefined }],
  ['without a verifier', { ...flow, verifier: undefined }],
  ['with an empty state', { ...flow, state: '' }],
  ['whose nonce is a list', { ...flow, nonce: ['n'] }],
  ['that is null', null],
])('a flow %s is not used, even if it is signed', (_, content) => {
  expect(readFlow(signed(content), now, { isSecure: false, key })).toBeUndefined()
})

it('clocks of servers may differ by a minute', () => {
  const ahead = { ...flow, until: now + FLOW_LIFE + 59_000 }
  expect(readFlow(signed(ahead), now, { isSecure: false, key })).toEqual(ahead)
})

it('cookies of another key, of https, and several ones are not used', () => {
  const settings = { isSecure: false, key }
  expect(readFlow(signed(flow), now, { ...settings, key: new Uint8Array(32) })).toBeUndefined()
  expect(readFlow(signed(flow).replace('signalbox', '__Host-signalbox'), now, { isSecure: true, key })).toBeUndefined()
  expect(readFlow(`${signed(flow)}; ${signed(flow)}`, now, settings)).toBeUndefined()
  for (const header of [undefined, '', 'signalbox_sign_in', 'signalbox_sign_in=', 'signalbox_sign_in=.', 'x=y'])
    expect(readFlow(header, now, settings)).toBeUndefined()
})
