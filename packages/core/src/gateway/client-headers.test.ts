import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../signalbox.ts'
import { isHeldBack, isOwnHeader } from './client-headers.ts'

const api = { id: 'shop', name: 'Shop', context_path: '/shop' }

/** The field errors of an API that passes on these headers; `undefined` if it is stored. */
async function errorsOf(pass_headers: readonly unknown[]) {
  const box = createSignalbox()
  const failed = await box.apis.create({ body: { ...api, pass_headers } as never }).catch((error: unknown) => error)
  const { fieldErrors } = failed as { fieldErrors?: object }
  return fieldErrors && Object.keys(fieldErrors)
}

describe('the headers that an API passes on', () => {
  it('are stored as they are sent, and part of its routes', async () => {
    const box = createSignalbox()
    const pass_headers = ['X-Forwarded-Email', 'SSL_CLIENT_CERT', 'x-real-ip', 'X-Own']
    const routes = [{ id: 'a' }]
    const created = await box.apis.create({ body: { ...api, routes, pass_headers } })
    expect(created.pass_headers).toEqual(pass_headers)
    await box.apis.deployments.create({ id: 'shop', body: {} })
    expect((await box.apis.routes({ id: 'shop' })).routes[0]?.pass_headers).toEqual(pass_headers)
  })

  it.each([
    ...['Gateway-Consumer-Id', 'gateway_client_id', 'X-Forwarded-For', 'X_FORWARDED_FOR', 'x-forwarded-proto'],
    ...['X-Forwarded-Host', 'X-Forwarded-Port', 'X-Forwarded-Prefix', 'Forwarded', 'Via', 'Host', 'Content-Length'],
    ...[
      'Content_Length',
      'Transfer-Encoding',
      'Connection',
      'Client-Cert',
      'Proxy-Authorization',
      'X-Forwarded-*',
      '*',
    ],
    ...['', 'X Forwarded', 'X-Forwarded-Email:', 'X-A\r\nX-B'],
    7,
  ])('must not be %j', async (name) => {
    expect(await errorsOf(['X-Forwarded-Email', name])).toEqual(['/pass_headers/1'])
  })

  it('are at most 50', async () => {
    expect(await errorsOf(Array.from({ length: 51 }, () => 'X-Real-IP'))).toEqual(['/pass_headers'])
  })

  it('are held back, or the gateway’s own, or neither', () => {
    for (const name of ['x-forwarded-email', 'x-forwarded-client-cert', 'ssl-client-dn', 'proxy', 'x-original-uri'])
      expect([name, isHeldBack(name), isOwnHeader(name)]).toEqual([name, true, false])
    for (const name of ['x-forwarded-for', 'gateway-x', 'forwarded', 'host'])
      expect([name, isHeldBack(name), isOwnHeader(name)]).toEqual([name, false, true])
    for (const name of ['x-own', 'accept', 'ssl-own', 'x-forwardedness', 'proxy-own', 'sec-fetch-site'])
      expect([name, isHeldBack(name), isOwnHeader(name)]).toEqual([name, false, false])
  })
})
