import { expect, it } from 'vitest'
import { createSignalbox } from '../../index.ts'

async function scene(options: { gatewayUrl?: string } = {}) {
  const box = createSignalbox(options)
  const as = (gatewayKey: string) => box.as({ id: gatewayKey, kind: 'GatewayKey' })
  const report = (gatewayKey: string, url: string, notes: string[] = []) => {
    const plane = { id: 'eu', state: 'fresh' as const, revision: 0, routes: 0, since: 0, notes, version: '1', url }
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

it.each([
  ...[
    'http://u:p@gw.example',
    'http://u@gw.example',
    'https://gw.example/#x',
    'https://gw.example/#',
    'https://gw.example/?a',
  ],
  ...['https://gw.example?', 'http://gw.example/"><img>', "http://gw.example/';id;'", 'http://gw.example/`id`'],
  ...['javascript:alert(1)', 'https:///gw.example', 'https:\\\\gw.example'],
])('a data plane cannot report an address that the operator could not set: %s', async (url) => {
  const { box, report } = await scene()
  await expect(report('edge', url)).rejects.toMatchObject({
    code: 'INVALID',
    fieldErrors: { '/plane/url': [expect.anything()] },
  })
  expect((await box.gateway.list()).results).toEqual([])
  expect(() => createSignalbox({ gatewayUrl: url })).toThrow(RangeError)
})

it('a data plane is listed with its first 32 notes, which are short', async () => {
  const { box, report } = await scene()
  await report('edge', 'https://gw.example', ['short', ...Array(99).fill('x'.repeat(500))])
  const [plane] = (await box.gateway.list()).results
  expect(plane?.notes).toHaveLength(32)
  expect(plane?.notes.slice(0, 2)).toEqual(['short', `${'x'.repeat(199)}…`])
})
