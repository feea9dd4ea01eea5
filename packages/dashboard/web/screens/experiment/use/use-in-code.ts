import type { Experiment } from '@signalbox/core/contract'
import { curlWith, literal, type Snippet } from '../../../examples/snippets.ts'

/** The ways to ask for a variant and to report what clients do: in process, through the client, with curl. */
export function snippetsOf({ id, audience }: Pick<Experiment, 'id' | 'audience'>, baseUrl: string): readonly Snippet[] {
  const key = literal(id)
  const isOpen = audience === undefined
  const declared = isOpen ? '' : "// What the audience needs:\nconst context = { country: 'FR' }\n"
  const path = `${baseUrl}/api/experiments/${encodeURIComponent(id)}`
  const context = isOpen ? {} : { country: 'FR' }
  const call = (operation: string) => curlWith(`${path}/${operation}?clientId=client-1041`, context)
  return [
    {
      name: 'Client',
      code: `import { createClient, live } from '@signalbox/client'

const flags = live(createClient({ baseUrl: ${literal(baseUrl)}, clientId: 'ID', clientSecret: 'SECRET' }))
${declared}// The first call binds the client, if it is eligible.
const variant = await flags.variant(${key}, 'client-1041'${isOpen ? '' : ', { context }'})
// When the client sees its variant:
flags.displayed(${key}, 'client-1041'${isOpen ? '' : ', context'})
// When the client converts:
flags.won(${key}, 'client-1041'${isOpen ? '' : ', context'})`,
    },
    {
      name: 'In process',
      code: `import { createSignalbox } from '@signalbox/core'

const box = createSignalbox()
${declared}const client = { id: ${key}, clientId: 'client-1041'${isOpen ? '' : ', body: context'} }
// When the client sees its variant; the first call binds it, if it is eligible:
const { variantId } = await box.experiments.displayed(client)
// When the client converts:
await box.experiments.won(client)`,
    },
    {
      name: 'curl',
      code: `${call('displayed')}
${call('won')}`,
    },
  ]
}
