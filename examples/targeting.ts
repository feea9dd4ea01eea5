// Rules over attributes: staff in France on version 3 or later, and a tenth of everybody else.
// Run: npx node --conditions=@signalbox/source examples/targeting.ts
import { createSignalbox } from '@signalbox/core'

const box = createSignalbox()

// A segment is a group of clients under a name. Rules of any feature can refer to it.
await box.segments.create({
  body: {
    id: 'staff',
    when: { attribute: 'email', operator: 'endsWith', value: '@shop.example' },
    included: ['temp-7'],
  },
})

// The first rule whose condition is true decides. The second rule has no condition: it is for everybody else.
await box.features.create({
  body: {
    id: 'shop:editor',
    enabled: true,
    activationStrategy: 'RULES',
    parameters: {
      rules: [
        {
          name: 'staff in France',
          when: {
            all: [
              { segment: 'staff' },
              { attribute: 'country', operator: 'is', value: 'FR' },
              { attribute: 'version', operator: 'versionAtLeast', value: '3' },
            ],
          },
        },
        { name: 'a tenth', percentage: 10 },
      ],
    },
  },
})

const ann = { id: 'ann', email: 'ann@shop.example', country: 'FR', version: '3.1.4' }
const old = { ...ann, version: '2.9.0' }
const temp = { id: 'temp-7', country: 'FR', version: '3' }
for (const context of [ann, old, temp]) console.log(context.id, context.version, box.isActive('shop:editor', context))

const others = Array.from({ length: 10_000 }, (_, i) => ({ id: `client-${i}`, country: 'DE' }))
console.log('others:', others.filter((context) => box.isActive('shop:editor', context)).length, 'of', others.length)

const { explanation } = await box.features.checkWith({ id: 'shop:editor', explain: true, body: old })
console.dir(explanation, { depth: null })

// A change of a segment applies to every feature that refers to it as soon as the write resolves.
await box.segments.patch({ id: 'staff', body: { excluded: ['temp-7'] } })
console.log('temp-7', temp.version, box.isActive('shop:editor', temp))
console.dir(await box.segments.test({ id: 'staff', body: temp }), { depth: null })
await box.close()
