// Signalbox as a library: features and configs in your own program, and a listener for changes.
// Run: npx node --conditions=@signalbox/source examples/embedded.ts
import { createSignalbox } from '@signalbox/core'

const box = createSignalbox({ timeZone: 'Europe/Paris' })
const changes = await box.events.stream({ domains: 'Feature' })

await box.features.create({
  body: {
    id: 'shop:gift-wrap',
    enabled: true,
    activationStrategy: 'CUSTOMERS_LIST',
    parameters: { customers: ['ann'] },
  },
})
console.log('ann:', box.isActive('shop:gift-wrap', { id: 'ann' }))
console.log('ben:', box.isActive('shop:gift-wrap', { id: 'ben' }))

for await (const { type, key } of changes) {
  console.log('change:', type, key)
  break
}
await box.close()
