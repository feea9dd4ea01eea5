import type { Config } from '@signalbox/core/contract'
import { isRuled } from '@signalbox/core/evaluate'
import { curlWith, inProcess, literal, type Snippet, withClient, withOpenFeature } from '../../examples/snippets.ts'
import { isKind, kindOf } from './value/value-kind.ts'

/** The ways to read a config: in process, through the client, through OpenFeature if it has a type, with curl. */
export function snippetsOf(config: Config, baseUrl: string): readonly Snippet[] {
  const { id, type } = config
  const key = literal(id)
  const fallback = defaultOf(config)
  const context = isRuled(config) ? "{ id: 'client-1041' }" : '{}'
  const openFeature = `const value = await OpenFeature.getClient().${methodOf(config)}(${key}, ${fallback}, { targetingKey: 'client-1041' })`
  return [
    inProcess(`const value = box.value(${key}, ${context}, { default: ${fallback} })`),
    withClient(baseUrl, `const value = flags.value(${key}, ${context}, { default: ${fallback} })`),
    ...(type === undefined ? [] : [withOpenFeature(baseUrl, openFeature)]),
    {
      name: 'curl',
      code: curlWith(`${baseUrl}/api/configs/${encodeURIComponent(id)}/evaluate`, { id: 'client-1041' }),
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
