// A percentage feature, evaluated and explained, and a config: the program in the README.
// Run: npx node --conditions=@signalbox/source examples/quick-start.ts
import { createSignalbox } from '@signalbox/core'

const box = createSignalbox()
await box.features.create({
  body: { id: 'shop:express', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 50 } },
})
for (const id of ['ann', 'ben', 'eve']) console.log(id, box.isActive('shop:express', { id }))
const { explanation } = await box.features.checkWith({ id: 'shop:express', explain: true, body: { id: 'ben' } })
console.log(explanation)
await box.features.patch({ id: 'shop:express', body: { parameters: { percentage: 100 } } })
console.log('ben', box.isActive('shop:express', { id: 'ben' }))
await box.configs.create({ body: { id: 'shop:limits', value: { items: 20 } } })
console.log(await box.configs.tree())
