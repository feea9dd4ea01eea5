import { createSignalbox } from '@signalbox/core'
import { createClient, defineFlags, live } from './index.ts'

/** Exports without type annotations, as modules of applications have them. */
export const box = createSignalbox()
export const ann = box.as({ id: 'ann', authorizedPatterns: [] })
export const client = createClient({ baseUrl: 'http://127.0.0.1:9000' })
export const { apis, experiments, features, subscriptions, workflows, events, users } = client
export const all = { ...client }
export const flags = live(client, { flags: defineFlags({ features: { 'shop:express': false } }) })
export const services = () => ({ box, client, flags })
