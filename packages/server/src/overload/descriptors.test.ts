import { createServer } from 'node:http'
import { createGateway } from '@signalbox/gateway'
import { listen as listenAsGateway } from '@signalbox/gateway/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openAdminPort } from '../admin/admin-port.ts'
import { listen } from '../listening/listen.ts'
import { checkSettings } from '../settings/read-settings.ts'
import { descriptorWarnings } from './descriptors.ts'

const failed = () => Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' })
const told = expect.stringMatching(
  /^A connection could not be accepted \(accept EMFILE\), so new connections are closed/,
)

describe('a connection that cannot be accepted', () => {
  it('is reported once a minute, and does not end the process', async () => {
    const reports: string[] = []
    const report = (error: unknown) => void reports.push((error as Error).message)
    const http = createServer()
    onTestFinished(() => void http.close())
    await listen(http, { host: '127.0.0.1', port: 0 }, { report })
    const admin = await openAdminPort(checkSettings({ adminPort: 0 }), { report })
    onTestFinished(() => admin?.close())
    for (let i = 0; i < 3; i++) for (const server of [http, admin?.server]) server?.emit('error', failed())
    expect(reports).toEqual([told, told])
  })

  it('is reported by a gateway, too', async () => {
    const reports: unknown[] = []
    const source = { snapshot: async function* () {}, changes: async function* () {} } as never
    const gateway = createGateway({ source, report: (error) => reports.push(error) })
    const { server, close } = await listenAsGateway(gateway, { host: '127.0.0.1' })
    onTestFinished(() => close())
    for (let i = 0; i < 3; i++) server.emit('error', failed())
    expect(reports).toContainEqual(failed())
  })
})

it.each([
  [{ server: 10_000, gateway: 20_000 }, 65_536, undefined],
  [{ server: 10_000, gateway: 20_000 }, undefined, undefined],
  [{ server: 10_000 }, 10_064, undefined],
  [
    { server: 10_000 },
    10_063,
    'This process may open 10063 file descriptors, and SIGNALBOX_CONNECTIONS allows 10000 connections: raise the limit with ulimit -n or LimitNOFILE= of systemd, or lower SIGNALBOX_CONNECTIONS',
  ],
  [
    { server: 10_000, gateway: 20_000 },
    4096,
    'This process may open 4096 file descriptors, and SIGNALBOX_CONNECTIONS allows 10000 connections, and its gateway accepts 20000 connections: raise the limit with ulimit -n or LimitNOFILE= of systemd, or lower SIGNALBOX_CONNECTIONS',
  ],
  [
    { gateway: 20_000 },
    4096,
    'This process may open 4096 file descriptors, and its gateway accepts 20000 connections: raise the limit with ulimit -n or LimitNOFILE= of systemd',
  ],
])('connections %o with %s file descriptors: %s', (accepted, most, warning) => {
  if (most !== undefined) expect(descriptorWarnings(accepted, most)).toEqual(warning === undefined ? [] : [warning])
})
