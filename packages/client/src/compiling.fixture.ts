import { createSignalbox } from '@signalbox/core'
import { createClient, defineFlags, live } from './index.ts'

/** In the form that `signalbox types` writes. */
interface Flags {
  readonly features: 'shop:express'
  readonly configs: { readonly 'shop:theme': { readonly color: string } }
  readonly experiments: { readonly 'shop:button': 'A' | 'B' }
}

/** Uses every part of the API with large types, as applications do: reads, writes and subscribes. */
export async function useAll() {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9000' })
  const box = createSignalbox()
  const flags = live(client, { flags: defineFlags({ features: { 'shop:express': false } }) })
  const written = live<Flags>(box)
  const isActive: boolean = flags.isActive('shop:express') && written.isActive('shop:express', { id: 'ann' })
  const color: string | undefined = written.config('shop:theme')?.color

  await box.features.create({
    body: { id: 'shop:sale', enabled: isActive, activationStrategy: 'PERCENTAGE', parameters: { percentage: 20 } },
  })
  const feature = await client.features.get({ id: 'shop:sale' })
  if (feature.activationStrategy === 'CUSTOMERS_LIST') await client.features.replace({ id: feature.id, body: feature })
  const api = await client.apis.get({ id: 'shop' })
  await client.apis.replace({ id: 'shop', body: { ...api, backends: api.backends ?? [] } })
  for await (const { type } of client.events.stream()) if (type === 'FEATURE_UPDATED') return color
  return client.workflows.run({ id: 'report', body: { input: color } })
}
