import type { Experiment } from '@signalbox/core/contract'
import type { Snippet } from '../../record/snippets.ts'
import { literal, quoted } from '../../record/snippets.ts'

/** The ways to ask for a variant and to report what clients do: in process, through the client, with curl. */
export function snippetsOf({ id, audience }: Pick<Experiment, 'id' | 'audience'>, baseUrl: string): readonly Snippet[] {
  const key = literal(id)
  const isOpen = audience === undefined
  const declared = isOpen ? '' : "const context = { country: 'FR' } // what the audience needs\n"
  const path = `${baseUrl}/api/experiments/${encodeURIComponent(id)}`
  const headers = `  -H 'Service-Client-Id: …' -H 'Service-Client-Secret: …' \\
  -H 'Content-Type: application/json' -d '{"id": "client-1041"}'`
  const call = (operation: string) => `curl ${quoted(`${path}/${operation}?clientId=client-1041`)} \\\n${headers}`
  return [
    {
      name: 'Client',
      code: `import { createClient, live } from '@signalbox/client'

const flags = live(createClient({ baseUrl: ${literal(baseUrl)}, clientId: '…', clientSecret: '…' }))
${declared}const variant = await flags.variant(${key}, 'client-1041'${isOpen ? '' : ', { context }'}) // binds the client, if it is eligible
flags.displayed(${key}, 'client-1041'${isOpen ? '' : ', context'}) // when the client sees it
flags.won(${key}, 'client-1041'${isOpen ? '' : ', context'}) // when the client converts`,
    },
    {
      name: 'In process',
      code: `import { createSignalbox } from '@signalbox/core'

const box = createSignalbox()
${declared}const client = { id: ${key}, clientId: 'client-1041'${isOpen ? '' : ', body: context'} }
const { variantId } = await box.experiments.displayed(client) // binds the client, if it is eligible
await box.experiments.won(client) // when the client converts`,
    },
    {
      name: 'curl',
      code: `${call('displayed')}
${call('won')}`,
    },
  ]
}
