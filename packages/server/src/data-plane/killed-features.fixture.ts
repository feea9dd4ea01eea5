/**
 * A data plane without a port: `node killed-features.fixture.ts FROM KEY FOLDER [PATH…]`. Without paths, it prints a line when
 * it serves what its control plane has, and continues. With paths, it prints the status and the cause of each response
 * as JSON, and ends.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { createGateway } from '@signalbox/gateway'
import { folderState } from '@signalbox/gateway/node'
import type { Settings } from '../settings/settings.ts'
import { openRemotePlane } from './remote-plane.ts'

const [gatewayFrom = '', gatewayKey = '', folder = '', ...paths] = process.argv.slice(2)
const report = () => {}
const state = await folderState(folder)
const {
  source,
  flags: _,
  ...engines
} = await openRemotePlane({ gatewayFrom, gatewayKey } as Settings, { state, report })
const gateway = createGateway({ source, state, ...engines, report })
await gateway.ready()
if (paths.length === 0) {
  while (source.isUnconfirmed) await delay(1)
  process.stdout.write('serves\n')
} else {
  const told: unknown[] = []
  for (const path of paths) {
    const request = new Request(`http://127.0.0.1${path}`, { headers: { Accept: 'application/json' } })
    const response = await gateway.fetch(request)
    told.push([response.status, response.ok ? await response.text() : (await response.json())['gateway-cause']])
  }
  process.stdout.write(JSON.stringify(told), () => process.exit())
}
