import { OpenFeature, type Provider, ProviderEvents } from '@openfeature/server-sdk'
import { OpenFeature as OpenFeatureWeb } from '@openfeature/web-sdk'
import { createProvider } from '@signalbox/client/openfeature'
import { createWebProvider } from '@signalbox/client/openfeature-web'
import { createSignalbox, type Signalbox } from '@signalbox/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { live } from '../index.ts'

const button = (id: string) => ({
  id,
  name: 'The button',
  enabled: true,
  variants: [{ id: 'green', name: 'Green', traffic: 1 }],
})
const greeting = (id: string, enabled: boolean) =>
  ({
    id,
    enabled,
    metadata: { team: 'shop', openfeature: { on: { variant: 'greeting', value: 'hi' } } },
    activationStrategy: 'NO_STRATEGY',
  }) as const
const configs = [
  { id: 'shop:limits', type: 'object', value: { items: 20 } },
  { id: 'shop:same', value: 'a config' },
  { id: 'shop:both', type: 'string', value: 'a config' },
  { id: 'shop:number', type: 'number', value: 5 },
] as const
const ann = { targetingKey: 'ann' }

let box: Signalbox
let flags: ReturnType<typeof live>

beforeEach(async () => {
  box = createSignalbox()
  await box.features.import({
    body: [
      {
        id: 'shop:half',
        enabled: true,
        metadata: { team: 'shop', tier: 2, owners: ['ann'] },
        activationStrategy: 'PERCENTAGE',
        parameters: { percentage: 100 },
      },
      { id: 'shop:off', enabled: false, activationStrategy: 'NO_STRATEGY' },
      greeting('shop:greeting', false),
      greeting('shop:same', true),
    ],
  })
  await box.configs.import({ body: [...configs] })
  await box.experiments.import({
    body: ['shop:button', 'shop:same', 'shop:both', 'shop:number', 'shop:half'].map(button),
  })
  flags = live(box)
})

afterEach(async () => {
  await OpenFeature.close()
  await OpenFeatureWeb.close()
  await flags.close()
  await box.close()
})

async function collect<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const line of lines) all.push(line)
  return all
}

const server = async () => {
  await OpenFeature.setProviderAndWait(createProvider(flags))
  return OpenFeature.getClient()
}
const page = async (context = ann) => {
  await OpenFeatureWeb.setProviderAndWait(createWebProvider(flags), context)
  return OpenFeatureWeb.getClient()
}

describe('a flag on a server', () => {
  it('has the value of its feature, the reason, and the metadata', async () => {
    const client = await server()
    expect(await client.getBooleanDetails('shop:half', false, ann)).toMatchObject({
      value: true,
      reason: 'SPLIT',
      variant: 'on',
      flagMetadata: { team: 'shop', tier: 2, strategy: 'PERCENTAGE' },
    })
    expect(await client.getBooleanDetails('shop:off', true)).toMatchObject({ value: false, reason: 'DISABLED' })
  })

  it('is the value of the feature, else of the config, else of the experiment', async () => {
    const client = await server()
    expect([await flags.variant('shop:same', 'ann'), await flags.variant('shop:both', 'ann')]).toEqual([
      'green',
      'green',
    ])
    expect(await client.getStringDetails('shop:same', 'x', ann)).toMatchObject({ value: 'hi', variant: 'greeting' })
    expect(await client.getStringDetails('shop:both', 'x', ann)).toMatchObject({ value: 'a config', reason: 'STATIC' })
    expect(await client.getObjectDetails('shop:limits', {})).toMatchObject({ value: { items: 20 }, reason: 'STATIC' })
  })

  it('is the default, with a reason, if its feature names no value for the outcome', async () => {
    const client = await server()
    expect(await client.getStringDetails('shop:greeting', 'good day', ann)).toMatchObject({
      value: 'good day',
      variant: 'off',
      reason: 'DISABLED',
    })
  })

  it('has a type mismatch, also where an experiment has its key', async () => {
    for (const key of ['shop:number', 'shop:half']) {
      expect(await flags.variant(key, 'ann')).toBe('green')
      const mismatch = { value: 'x', errorCode: 'TYPE_MISMATCH' }
      expect(await (await server()).getStringDetails(key, 'x', ann)).toMatchObject(mismatch)
      expect((await page()).getStringDetails(key, 'x')).toMatchObject(mismatch)
    }
  })

  it('binds no client if another type is requested', async () => {
    const client = await server()
    expect(await client.getBooleanDetails('shop:button', false, ann)).toMatchObject({ errorCode: 'FLAG_NOT_FOUND' })
    await expect(box.experiments.variant({ id: 'shop:button', clientId: 'ann' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('comes from a provider with a name', async () => {
    expect([(await server()).metadata.providerMetadata.name, (await page()).metadata.providerMetadata.name]).toEqual([
      'signalbox',
      'signalbox',
    ])
  })

  it('that cannot be evaluated is the default, with an error code', async () => {
    const client = await server()
    const codes = async (key: string, context = {}) => (await client.getBooleanDetails(key, true, context)).errorCode
    expect(await codes('shop:half')).toBe('TARGETING_KEY_MISSING')
    expect(await codes('shop:half', { id: true })).toBe('INVALID_CONTEXT')
    expect(await codes('shop:nothing')).toBe('FLAG_NOT_FOUND')
    expect(await codes('shop:limits')).toBe('TYPE_MISMATCH')
    expect(await client.getStringDetails('shop:limits', 'x', ann)).toMatchObject({
      errorMessage: 'Flag shop:limits has the type object, not string',
    })
    expect((await client.getStringDetails('shop:half', 'x', ann)).errorCode).toBe('TYPE_MISMATCH')
  })

  it('before anything is loaded is not ready', async () => {
    await flags.close()
    flags = live(box) // new flags, because the old ones may be ready by now
    const provider: Provider = createProvider(flags)
    const details = await provider.resolveBooleanEvaluation('shop:half', true, ann, console)
    expect(details).toMatchObject({ value: true, reason: 'ERROR', errorCode: 'PROVIDER_NOT_READY' })
    expect(details).not.toHaveProperty('flagMetadata')
  })

  it('that cannot be decided still has its metadata', async () => {
    await flags.ready()
    const provider: Provider = createProvider(flags)
    const details = await provider.resolveBooleanEvaluation('shop:half', true, {}, console)
    expect(details).toEqual({
      value: true,
      reason: 'ERROR',
      errorCode: 'TARGETING_KEY_MISSING',
      errorMessage: 'The strategy needs a context with an id',
      flagMetadata: { team: 'shop', tier: 2, strategy: 'PERCENTAGE' },
    })
  })

  it('is the variant of the client where an experiment has its key', async () => {
    const client = await server()
    const told = { value: 'green', variant: 'green', reason: 'SPLIT' }
    expect(await client.getStringDetails('shop:button', 'blue', ann)).toMatchObject(told)
    expect((await box.experiments.variant({ id: 'shop:button', clientId: 'ann' })).id).toBe('green')
    expect(await client.getStringDetails('shop:unknown', 'blue', ann)).toMatchObject({ errorCode: 'FLAG_NOT_FOUND' })
  })

  it('reports changes by its key', async () => {
    const client = await server()
    const changed = new Promise((resolve) => client.addHandler(ProviderEvents.ConfigurationChanged, resolve))
    await box.features.patch({ id: 'shop:off', body: [{ op: 'replace', path: '/enabled', value: true }] })
    expect(await changed).toMatchObject({ flagsChanged: ['shop:off'] })
    expect(await client.getBooleanValue('shop:off', false)).toBe(true)
  })

  it('records won by tracking, and displayed if the details say so, each once', async () => {
    const client = await server()
    client.track('shop:button', ann, { kind: 'displayed' })
    client.track('shop:button', ann)
    client.track('shop:button', {})
    await flags.flush()
    const { results } = await box.experiments.results({ id: 'shop:button' })
    expect(results).toMatchObject([{ displayed: 1, won: 1 }])
  })
})

it('tracking without a targetingKey is rejected, on a server and on a page', () => {
  for (const provider of [createProvider(flags), createWebProvider(flags)])
    expect(() => provider.track?.('shop:button', {}, {})).toThrow(/the context requires a targetingKey/)
})

describe('a flag with an unexpected failure', () => {
  const broken = {
    targetingKey: 'ann',
    get team(): string {
      throw new Error('There is no team')
    },
  }

  it('is the default with GENERAL, on a server and on a page', async () => {
    await flags.ready()
    const failure = { value: true, reason: 'ERROR', errorCode: 'GENERAL', errorMessage: 'There is no team' }
    for (const provider of [createProvider(flags), createWebProvider(flags)])
      expect(await provider.resolveBooleanEvaluation('shop:off', true, broken, console)).toEqual(failure)
  })

  it('is evaluated the same with any onError', async () => {
    await flags.close()
    flags = live(box, { onError: 'throw' })
    const client = await server()
    expect(await client.getStringDetails('shop:button', 'blue', ann)).toMatchObject({ value: 'green' })
    expect((await client.getStringDetails('shop:nothing', 'blue')).errorCode).toBe('FLAG_NOT_FOUND')
  })
})

describe('a flag on a page', () => {
  it('is evaluated in the context of the page, at once', async () => {
    const client = await page()
    expect(client.getBooleanDetails('shop:half', false)).toMatchObject({ value: true, reason: 'SPLIT' })
    expect(client.getObjectValue('shop:limits', {})).toEqual({ items: 20 })
    expect(client.getStringDetails('shop:button', 'blue')).toMatchObject({ value: 'green', reason: 'SPLIT' })
    await OpenFeatureWeb.setContext({})
    expect(client.getBooleanDetails('shop:half', false).errorCode).toBe('TARGETING_KEY_MISSING')
    expect(client.getStringDetails('shop:button', 'blue').errorCode).toBe('FLAG_NOT_FOUND')
  })

  it('records won by tracking, and displayed if the details say so, each once', async () => {
    const client = await page()
    client.track('shop:button', { kind: 'displayed' })
    client.track('shop:button')
    await OpenFeatureWeb.setContext({})
    client.track('shop:button')
    await flags.flush()
    const { results } = await box.experiments.results({ id: 'shop:button' })
    expect(results).toMatchObject([{ displayed: 1, won: 1 }])
    const events = await collect(box.experiments.exportEvents())
    expect(events).toMatchObject([
      { '@type': 'VariantDisplayedEvent', clientId: 'ann', variantId: 'green' },
      { '@type': 'VariantWonEvent', clientId: 'ann', variantId: 'green' },
    ])
  })

  it('binds the client only in the listed experiments', async () => {
    const provider = createWebProvider(flags, { experiments: 'shop:but*' })
    await OpenFeatureWeb.setProviderAndWait(provider, ann)
    const bindings = await collect(box.experiments.exportBindings())
    expect(bindings).toEqual([{ variantBindingKey: 'shop:button:ann', variantId: 'green' }])
  })
})
