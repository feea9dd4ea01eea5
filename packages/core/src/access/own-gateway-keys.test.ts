import { expect, it, onTestFinished } from 'vitest'
import { createSignalbox } from '../signalbox.ts'

const key = `sbxg_server~workers_${'a2'.repeat(26)}`

function open(ownGatewayKeys = [{ key }]) {
  const box = createSignalbox({ ownGatewayKeys })
  onTestFinished(() => box.close())
  return box
}

it('own gateway keys authenticate as stored ones do, and are in no list', async () => {
  const box = open()
  const identity = await box.identify({ gatewayKey: key })
  expect(identity).toMatchObject({ id: 'server~workers', kind: 'GatewayKey' })
  expect(await box.identify({ gatewayKey: key.replace('a2', 'a3') })).toBeUndefined()
  const gateway = box.as(identity as NonNullable<typeof identity>)
  const kinds: string[] = []
  for await (const line of await gateway.gateway.snapshot()) kinds.push(line.kind)
  expect([kinds[0], kinds.at(-1)]).toEqual(['format', 'end'])
  expect((await box.gatewayKeys.list()).results).toEqual([])
  await expect(box.gatewayKeys.get({ id: 'server~workers' })).rejects.toThrow()
})

it('keys whose ids stored keys could have are refused, without showing them', async () => {
  const box = open([{ key: key.replace('~', '-') }])
  await expect(box.identify({ gatewayKey: key })).rejects.toThrow(/^An own gateway key is invalid: expected sbxg_<id>/)
})
