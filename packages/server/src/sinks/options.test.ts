import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkSettings } from '../settings/read-settings.ts'
import { readSinkSpecs } from '../settings/sink-spec.ts'
import { openSinks } from './open-sinks.ts'
import type { OptionKind, OptionKinds } from './options.ts'
import { schemes } from './schemes.ts'

const settings = checkSettings({ s3AccessKeyId: 'id', s3SecretAccessKey: 'hunter2' })
const { signal } = new AbortController()
const environment = { PASSWORD: 'hunter2' }
const login = { username: 'ann', password: '$PASSWORD' }

/** A valid value of each option. */
function validOption(kind: OptionKind): unknown {
  if (typeof kind !== 'string') return 'members' in kind ? validOptions(kind.members) : kind[0]
  return { text: 'flags', count: 3, flag: true, texts: { 'retention.ms': '-1' } }[kind]
}
const validOptions = (options: OptionKinds) =>
  Object.fromEntries(Object.entries(options).map(([name, kind]) => [name, validOption(kind)]))

/** Every scheme, with all of its options. The kind of its sinks is the first scheme of the same driver. */
const complete = Object.entries(schemes).map(([name, scheme]) => ({
  name,
  kind: Object.keys(schemes).find((other) => schemes[other] === scheme),
  options: validOptions(scheme.options),
}))

/** Opens a sink as the server does with its settings. */
async function opened(to: string, options: object = {}, variables = environment as Record<string, string>) {
  const specs = readSinkSpecs(JSON.stringify([{ id: 'audit', to, ...options }])) ?? []
  const { audit } = await openSinks(specs, { environment: variables, settings })
  return audit!.sink
}

describe('sinks with the same address', () => {
  const openAll = (...specs: readonly object[]) =>
    openSinks(readSinkSpecs(specs.map((spec, index) => ({ id: `sink-${index}`, ...spec }))) ?? [], {
      environment,
      settings,
    })

  it.each([
    ['redis://127.0.0.1:1', {}, { stream: 'signalbox' }],
    ['nats://127.0.0.1:1', { stream: 'flags' }, { stream: 'flags', domains: ['Config'] }],
    ['kafka://127.0.0.1:1', {}, {}],
    ['s3://audit/log', {}, {}],
  ])('%s need a destination each', async (to, one, other) => {
    await expect(openAll({ to, ...one }, { to, ...other })).rejects.toThrow(
      'The sinks sink-0 and sink-1 have the same destination: choose another topic, stream or prefix for one of them',
    )
  })

  it.each([
    ['redis://127.0.0.1:1', {}, { stream: 'other' }],
    ['kafka://127.0.0.1:1', {}, { topic: 'other' }],
    ['amqp://127.0.0.1:1', {}, { domains: ['Config'] }],
    ['rabbitmq-stream://127.0.0.1:1', {}, {}],
  ])("%s are opened if they do not get into each other's way", async (to, one, other) => {
    const opened = await openAll({ to, ...one }, { to, ...other })
    expect(Object.keys(opened)).toEqual(['sink-0', 'sink-1'])
    for (const { sink } of Object.values(opened)) await sink.close()
  })
})

describe.each(complete)('a sink to $name', ({ name, kind, options }) => {
  it('takes its options, and connects to nothing at the start', async () => {
    const sink = await opened(`${name}://flags`, options)
    expect(sink.kind).toBe(kind)
    await sink.close()
  })

  it('rejects unknown options by name', async () => {
    await expect(opened(`${name}://flags`, { ...options, zzz: 'hunter2' })).rejects.toThrow(
      new RegExp(
        `^The sink audit has the unknown option zzz: expected ${['id, to, domains, patterns, types, format, source', ...Object.keys(options)].join(', ')}$`,
      ),
    )
  })
})

it.each<[to: string, options: object, message: string]>([
  ['kafka://a', { topics: 'x' }, 'has the unknown option topics (did you mean topic?)'],
  ['kafka://a', { sasl: { user: 'x' } }, 'has the unknown option sasl.user (did you mean sasl.username?)'],
  ['kafka://a', { constructor: 'x' }, 'has the unknown option constructor'],
  ['constructor://a', {}, 'has an address with the unknown scheme constructor'],
])('%s with %j: the sink %s', async (to, options, message) => {
  await expect(opened(to, options)).rejects.toThrow(`The sink audit ${message}`)
})

it.each<[name: string, to: string, options: object, expected: string]>([
  ['exchange', 'amqp://a', { exchange: 7 }, 'a text'],
  ['maxLength', 'redis://a', { maxLength: '10' }, 'a whole number from 1'],
  ['maxLength', 'redis://a', { maxLength: 0 }, 'a whole number from 1'],
  ['transactions', 'kafka://a', { transactions: 'no' }, 'true or false'],
  ['createTopic', 'kafka://a', { createTopic: true }, 'false, or an object with partitions, replicas, configs'],
  ['createTopic.partitions', 'kafka://a', { createTopic: { partitions: '3' } }, 'a whole number from 1'],
  ['createTopic.configs', 'kafka://a', { createTopic: { configs: [] } }, 'an object whose values are texts'],
  [
    'sasl.mechanism',
    'kafka://a',
    { sasl: { mechanism: 'GSSAPI' } },
    'PLAIN, SCRAM-SHA-256, SCRAM-SHA-512, OAUTHBEARER',
  ],
  ['tls', 'natss://a', { tls: true }, 'an object with ca, cert, key'],
])('the option %s of %s is rejected in %j', async (name, to, options, expected) => {
  await expect(opened(to, options)).rejects.toThrow(
    `The option ${name} of the sink audit is invalid: expected ${expected}`,
  )
})

it.each([
  ['amqp://', 'amqp://HOST[:PORT][/VIRTUAL-HOST]'],
  ['kafka://', 'kafka://HOST[:PORT]'],
  ['nats://', 'nats://HOST[:PORT]'],
  ['rabbitmq-stream://', 'rabbitmq-stream://HOST[:PORT][/VIRTUAL-HOST]'],
  ['redis://', 'redis://HOST[:PORT][/DATABASE]'],
])('an invalid address %s… is an error that shows the form, but no password', async (scheme, form) => {
  const error = await opened(`${scheme}ann:hunter2@[/flags`).catch((cause: unknown) => String(cause))
  expect(error).toContain(`The sink audit (${scheme}…) is invalid: expected an address such as ${form}`)
  expect(error).not.toContain('hunter2')
})

it('an option that the destination itself rejects is an error that names the sink', async () => {
  await expect(opened('kafka://a', { topic: 'flags/all' })).rejects.toThrow(
    'The sink audit (kafka://…) is invalid: topic of kafkaSink is invalid',
  )
})

describe('a password in the environment', () => {
  it.each(['amqp://a', 'nats://a', 'rabbitmq-stream://a', 'redis://a'])('of %s is required', async (to) => {
    await expect(opened(to, login, {})).rejects.toThrow(
      'The sink audit needs the environment variable PASSWORD, which is not set',
    )
  })

  it('is found in nested options, too', async () => {
    await expect(opened('kafka://a', { sasl: { mechanism: 'PLAIN', ...login } }, {})).rejects.toThrow(
      'The sink audit needs the environment variable PASSWORD, which is not set',
    )
  })

  it.each(['nats', 'rabbitmq-stream', 'redis'])('is not in the failures of a sink to %s', async (scheme) => {
    const sink = await opened(`${scheme}://127.0.0.1:1`, login)
    const error = await sink.position(signal).catch((cause: unknown) => cause)
    expect(String(error)).toMatch(/refused|reached/i)
    expect(String(error)).not.toContain('hunter2')
    await sink.close()
  })
})

describe('the page on sinks', () => {
  const page = readFileSync(new URL('../../docs/sinks.md', import.meta.url), 'utf8')
  const examples = [...page.matchAll(/^```text\n((?:#.*?\n)?sinks:\n.*?)^```/gms)].map(([, text = '']) => text)
  const variables = Object.fromEntries([...page.matchAll(/: \$([A-Z_]+)/g)].map(([, name]) => [name, 'hunter2']))

  it('has examples that a server takes', async () => {
    const specs = examples.flatMap((text) => readSinkSpecs(parse(text).sinks) ?? [])
    const kinds: string[] = []
    for (const spec of specs) {
      const sinks = await openSinks([spec], { environment: variables, settings })
      kinds.push(sinks[spec.id]?.sink.kind ?? '')
      await sinks[spec.id]?.sink.close()
    }
    expect(kinds).toEqual(expect.arrayContaining(complete.map(({ kind }) => kind)))
  })

  it('names every scheme and every option', () => {
    const options = Object.values(schemes).flatMap(({ options }) => Object.keys(options))
    const missing = [...Object.keys(schemes).map((name) => `${name}://`), ...options.map((name) => `\`${name}\``)]
    expect(missing.filter((text) => !page.includes(text))).toEqual([])
  })
})
