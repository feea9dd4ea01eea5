import type { Config } from '@signalbox/core/contract'
import { isRuled } from '@signalbox/core/evaluate'
import type { Snippet } from '../record/snippets.ts'
import { literal, quoted } from '../record/snippets.ts'
import { isKind, kindOf } from './value-kind.ts'

/** The ways to read a config: in process, through the client, through OpenFeature if it has a type, with curl. */
export function snippetsOf(config: Config, baseUrl: string): readonly Snippet[] {
  const { id, type } = config
  const key = literal(id)
  const fallback = defaultOf(config)
  const context = isRuled(config) ? "{ id: 'client-1041' }" : '{}'
  const url = literal(baseUrl)
  return [
    {
      name: 'In process',
      code: `import { createSignalbox } from '@signalbox/core'

const box = createSignalbox()
await box.ready()
const value = box.value(${key}, ${context}, { default: ${fallback} })`,
    },
    {
      name: 'Client',
      code: `import { createClient, live } from '@signalbox/client'

const flags = live(createClient({ baseUrl: ${url}, clientId: '…', clientSecret: '…' }))
await flags.ready()
const value = flags.value(${key}, ${context}, { default: ${fallback} })`,
    },
    ...(type === undefined
      ? []
      : [
          {
            name: 'OpenFeature',
            code: `import { OpenFeature } from '@openfeature/server-sdk'
import { createClient, live } from '@signalbox/client'
import { createProvider } from '@signalbox/client/openfeature'

const flags = live(createClient({ baseUrl: ${url}, clientId: '…', clientSecret: '…' }))
await OpenFeature.setProviderAndWait(createProvider(flags))
const value = await OpenFeature.getClient().${methodOf(config)}(${key}, ${fallback}, { targetingKey: 'client-1041' })`,
          },
        ]),
    {
      name: 'curl',
      code: `curl ${quoted(`${baseUrl}/api/configs/${encodeURIComponent(id)}/evaluate`)} \\
  -H 'Service-Client-Id: …' -H 'Service-Client-Secret: …' \\
  -H 'Content-Type: application/json' -d '{"id": "client-1041"}'`,
    },
  ]
}

const kindIn = ({ type, value }: Config) => (isKind(type) ? type : kindOf(value))

/** The default that a program has for a config: the least value of its kind. */
function defaultOf(config: Config): string {
  switch (kindIn(config)) {
    case 'boolean':
      return 'false'
    case 'number':
      return '0'
    case 'string':
      return "''"
    case 'array':
      return '[]'
    case 'object':
      return '{}'
    default:
      return 'null'
  }
}

/** The method of OpenFeature that reads a config. It reads lists as objects. */
function methodOf(config: Config): string {
  const kind = kindIn(config)
  if (kind === 'boolean') return 'getBooleanValue'
  if (kind === 'number') return 'getNumberValue'
  return kind === 'string' ? 'getStringValue' : 'getObjectValue'
}
