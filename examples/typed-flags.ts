// Flags that are numbers, texts or objects: a limit by plan, and a text that a tenth of the clients sees.
// Run: npx node --conditions=@signalbox/source examples/typed-flags.ts
import { createSignalbox } from '@signalbox/core'

const box = createSignalbox()

// Every value must be a number: the type is checked when the config is saved.
await box.configs.create({
  body: {
    id: 'shop:items',
    type: 'number',
    rules: [
      { name: 'partners', when: { attribute: 'company', operator: 'is', values: ['acme', 'initech'] }, value: 500 },
      { name: 'pro', when: { attribute: 'plan', operator: 'is', value: 'pro' }, value: 100 },
    ],
    value: 20, // for whom no rule decides
  },
})
const contexts = [{ id: 'ann', plan: 'pro' }, { id: 'ben', company: 'acme' }, { id: 'eve' }]
for (const context of contexts) console.log(context.id, box.value('shop:items', context))

try {
  await box.configs.patch({ id: 'shop:items', body: [{ op: 'replace', path: '/rules/1/value', value: 'many' }] })
} catch (error) {
  console.log((error as Error).message)
}

// A split gives each client one of several values: the same one at every evaluation.
await box.configs.create({
  body: {
    id: 'shop:greeting',
    type: 'string',
    rules: [
      {
        split: [
          { name: 'short', weight: 1, value: 'Hi!' },
          { name: 'long', weight: 9, value: 'Welcome to the shop' },
        ],
      },
    ],
    value: 'Welcome',
  },
})
const clients = Array.from({ length: 10_000 }, (_, i) => ({ id: `client-${i}` }))
const short = clients.filter((context) => box.evaluate('shop:greeting', context)?.variant === 'short')
console.log('short:', short.length, 'of', clients.length)
console.log(box.evaluate('shop:greeting', { id: 'ann' }))
console.log(box.evaluate('shop:greeting', {})) // without an id, a split cannot be decided

// Over HTTP: POST /api/configs/shop:greeting/evaluate, or OFREP for any OpenFeature client.
console.log((await box.ofrep.evaluateAll({ body: { context: { targetingKey: 'ann' } } })).flags)
await box.close()
