import { createSignalbox } from '@signalbox/core'
import { createClient, defineFlags, live } from './index.ts'

/** What modules of applications export, without saying of what type it is. */
export const box = createSignalbox()
export const ann = box.as({ id: 'ann', authorizedPatterns: [] })
export const client = createClient({ baseUrl: 'http://127.0.0.1:9000' })
export const { apis, experiments, features, subscriptions, workflows, events, users } = client
export const all = { ...client }
export const flags = live(client, { flags: defineFlags({ features: { 'shop:express': false } }) })
export const services = () => ({ box, client, flags })
