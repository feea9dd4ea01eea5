// Signalbox flags through the OpenFeature API: reasons, changes, and a conversion in an experiment.
// Run: npx node --conditions=@signalbox/source examples/openfeature.ts
import { OpenFeature, ProviderEvents } from '@openfeature/server-sdk'
import { live } from '@signalbox/client'
import { createProvider } from '@signalbox/client/openfeature'
import { createSignalbox } from '@signalbox/core'

const box = createSignalbox()
await box.features.create({
  body: { id: 'shop:express', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } },
})
await box.configs.create({ body: { id: 'shop:limits', type: 'object', value: { items: 20 } } })
const variants = [{ id: 'green', name: 'A green button', traffic: 1 }]
await box.experiments.create({ body: { id: 'shop:button', name: 'The button', enabled: true, variants } })

// This box runs in the same process. For a remote one, pass createClient({ baseUrl, clientId, clientSecret }).
const flags = live(box)
await OpenFeature.setProviderAndWait(createProvider(flags))
const client = OpenFeature.getClient()

for (const targetingKey of ['ann', 'eve']) {
  const { value, reason } = await client.getBooleanDetails('shop:express', false, { targetingKey })
  console.log(targetingKey, value, reason)
}
console.log(await client.getObjectValue('shop:limits', {}))
console.log((await client.getStringDetails('shop:missing', 'the default', { targetingKey: 'ann' })).errorCode)

const changed = new Promise((resolve) => client.addHandler(ProviderEvents.ConfigurationChanged, resolve))
await box.features.patch({ id: 'shop:express', body: [{ op: 'replace', path: '/parameters/percentage', value: 100 }] })
await changed
console.log('ann', await client.getBooleanValue('shop:express', false, { targetingKey: 'ann' }))

const ann = { targetingKey: 'ann' }
console.log('ann sees', await client.getStringValue('shop:button', 'grey', ann))
client.track('shop:button', ann, { kind: 'displayed' })
client.track('shop:button', ann)
await flags.flush()
const [green] = (await box.experiments.results({ id: 'shop:button' })).results
console.log(`${green?.variant.id}: displayed ${green?.displayed}, won ${green?.won}`)
await OpenFeature.close()
await box.close()
