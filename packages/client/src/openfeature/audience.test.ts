import { OpenFeature } from '@openfeature/server-sdk'
import { OpenFeature as OpenFeatureWeb } from '@openfeature/web-sdk'
import { createProvider } from '@signalbox/client/openfeature'
import { createWebProvider } from '@signalbox/client/openfeature-web'
import { createSignalbox, type SignalboxOptions } from '@signalbox/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { live } from '../index.ts'

const ann = { targetingKey: 'ann', country: 'FR' }
const ben = { targetingKey: 'ben', country: 'DE' }

/** Flags with an experiment for clients in France. */
async function served(options: SignalboxOptions) {
  const box = createSignalbox(options)
  await box.experiments.create({
    body: {
      id: 'button',
      name: 'The button',
      enabled: true,
      variants: [{ id: 'green', name: 'Green', traffic: 1 }],
      audience: { attribute: 'country', operator: 'is', value: 'FR' },
    },
  })
  const flags = live(box)
  onTestFinished(async () => {
    await OpenFeature.close()
    await OpenFeatureWeb.close()
    await OpenFeatureWeb.clearContexts()
    await flags.close()
    await box.close()
  })
  const results = async () => {
    await flags.flush()
    const { results } = await box.experiments.results({ id: 'button' })
    return results.map(({ displayed, won }) => [displayed, won])
  }
  return { box, flags, results }
}

describe.each(['balanced', 'hash'] as const)('an experiment with an audience, assigned by %s', (assignment) => {
  it('has variants on a server for contexts in the audience, and records them', async () => {
    const { flags, results } = await served({ assignment })
    await OpenFeature.setProviderAndWait(createProvider(flags))
    const client = OpenFeature.getClient()
    expect(await client.getStringDetails('button', 'none', ann)).toMatchObject({ value: 'green', reason: 'SPLIT' })
    expect(await client.getStringValue('button', 'none', { country: 'FR', id: 7 })).toBe('green')
    expect(await client.getStringDetails('button', 'none', ben)).toMatchObject({
      value: 'none',
      errorCode: 'FLAG_NOT_FOUND',
    })
    client.track('button', { ...ann, targetingKey: 'eve' }, { kind: 'displayed' })
    client.track('button', { ...ann, targetingKey: 'eve' })
    expect(await results()).toEqual([[1, 1]])
  })

  it('has variants on a page for contexts in the audience, and records them', async () => {
    const { flags, results } = await served({ assignment })
    await OpenFeatureWeb.setProviderAndWait(createWebProvider(flags), ann)
    const client = OpenFeatureWeb.getClient()
    expect(client.getStringDetails('button', 'none')).toMatchObject({ value: 'green', reason: 'SPLIT' })
    client.track('button', { kind: 'displayed' })
    client.track('button')
    await OpenFeatureWeb.setContext(ben)
    expect(client.getStringDetails('button', 'none')).toMatchObject({ value: 'none', errorCode: 'FLAG_NOT_FOUND' })
    expect(await results()).toEqual([[1, 1]])
  })
})

it('variants that a page computes itself depend on its context', async () => {
  const { flags } = await served({ assignment: 'hash' })
  await OpenFeatureWeb.setProviderAndWait(createWebProvider(flags, { experiments: 'none' }), ann)
  const value = () => OpenFeatureWeb.getClient().getStringValue('button', 'none')
  await expect.poll(value).toBe('green')
  await OpenFeatureWeb.setContext(ben)
  expect(value()).toBe('none')
})
