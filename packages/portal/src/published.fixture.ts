import { createSignalbox, type Signalbox, type SignalboxOptions } from '@signalbox/core'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { type PortalOptions, portal } from './index.ts'

/** The body of an API, without what every test has. */
export type ApiBody = Readonly<Record<string, unknown>>

/** The time of the portals of tests: 1 December 2026. */
export const NOW = Date.UTC(2026, 11, 1, 12)

/** A box with a gateway at a known address. */
export function createBox(options: SignalboxOptions = {}): Signalbox {
  const box = createSignalbox({ gatewayUrl: 'https://api.example.com', clock: () => NOW, ...options })
  onTestFinished(() => box.close())
  return box
}

/** Creates an API and publishes it. */
export async function publish(box: Signalbox, body: ApiBody): Promise<void> {
  const { id = 'billing' } = body as { readonly id?: string }
  await box.apis.create({ body: { name: 'Billing', context_path: '/v1', ...body, id } as never })
  await box.apis.deployments.create({ id, body: {} })
}

/** Changes members of an API. */
export async function change(box: Signalbox, id: string, members: ApiBody): Promise<void> {
  const ops = Object.entries(members).map(([name, value]) => ({ op: 'add', path: `/${name}`, value }))
  await box.apis.patch({ id, body: ops as never })
}

/** A portal, mounted at `/portal`. */
export function openPortal(box: Signalbox, options: PortalOptions = {}) {
  const app = new Hono().route('/portal', portal(box, { clock: () => NOW, ...options }))
  return (path = '/', headers: Readonly<Record<string, string>> = {}) => app.request(`/portal${path}`, { headers })
}
