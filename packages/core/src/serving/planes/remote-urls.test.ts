import { expect, it } from 'vitest'
import { createSignalbox } from '../../index.ts'

async function scene(options: { gatewayUrl?: string } = {}) {
  const box = createSignalbox(options)
  const as = (gatewayKey: string) => box.as({ id: gatewayKey, kind: 'GatewayKey' })
  const report = (gatewayKey: string, url: string) => {
    const plane = { id: 'eu', state: 'fresh' as const, revision: 0, routes: 0, since: 0, notes: [], version: '1', url }
    return as(gatewayKey).gateway.report({ body: { plane } })
  }
  return { box, report }
}

it('a data plane reports only its own address, which is listed with its gateway key', async () => {
  const { box, report } = await scene()
  await report('honest', 'https://gw.example')
  expect((await box.gateway.list()).gatewayUrl).toBe('https://gw.example')
  await report('a-first', 'https://evil.example')
  const { gatewayUrl, results } = await box.gateway.list()
  expect(gatewayUrl).toBeUndefined()
  expect(
    results.map((plane) => [(plane as { gatewayKey?: string }).gatewayKey, plane.id, plane.url]).toSorted(),
  ).toEqual([
    ['a-first', 'eu', 'https://evil.example'],
    ['honest', 'eu', 'https://gw.example'],
  ])
})

it('the address that the operator has set is the one, whatever data planes report', async () => {
  const { box, report } = await scene({ gatewayUrl: 'https://api.example' })
  await report('a-first', 'https://evil.example')
  await report('honest', 'https://gw.example')
  expect((await box.gateway.list()).gatewayUrl).toBe('https://api.example')
})
