import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Start } from './command.fixture.ts'
import { start } from './command.fixture.ts'
import { call } from './known.fixture.ts'

export const json = (body: unknown, method = 'POST') => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

/** A folder that is removed at the end of the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-plane-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A control plane in a process of its own. After `kill`, `restart` brings it back with its store and its port. */
export async function startControlPlane(more: Readonly<Record<string, string>> = {}) {
  const store = `sqlite:${join(await temporaryFolder(), 'signalbox.db')}`
  const env = { SIGNALBOX_STORE: store, SIGNALBOX_GATEWAY_PORT: 'off', ...more }
  let command = start({ env })
  const url = await command.serving
  const { port } = new URL(url)

  /** Calls the control plane. Throws unless it succeeds. */
  async function ask(path: string, init?: RequestInit) {
    const response = await call(`${url}/api/${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const { key } = await ask('gateway/keys', json({ id: 'edge' }))
  return {
    url,
    key: key as string,
    ask,
    async publish(api: { readonly id: string }) {
      await ask('apis', json(api))
      await ask(`apis/${api.id}/deployments`, json({}))
    },
    async kill() {
      command.signal('SIGKILL')
      await command.ended
    },
    async restart() {
      command = start({ env: { ...env, PORT: port } })
      await command.serving
    },
  }
}

export type ControlPlane = Awaited<ReturnType<typeof startControlPlane>>

/** A data plane in a process of its own. Resolves when it listens. */
export async function startDataPlane(
  { url, key }: Pick<ControlPlane, 'url' | 'key'>,
  { args = [], env = {} }: Start = {},
) {
  const ports = { SIGNALBOX_GATEWAY_PORT: '0', SIGNALBOX_ADMIN_PORT: '0' }
  const command = start({
    args: ['gateway', '--from', url, ...args],
    env: { ...ports, SIGNALBOX_GATEWAY_KEY: key, SIGNALBOX_GATEWAY_LOG: 'off', ...env },
  })
  const { printed } = command
  await expect.poll(printed).toMatch(/^Probes and metrics are on /m)
  const [, gateway = ''] = /^The gateway listens on (\S+) /m.exec(printed()) ?? []
  const [, admin = ''] = /^Probes and metrics are on (\S+)$/m.exec(printed()) ?? []
  return { ...command, gateway, admin }
}
