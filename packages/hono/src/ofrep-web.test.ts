import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { OpenFeature, type Provider, ProviderEvents } from '@openfeature/web-sdk'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { secret } from './access.fixture.ts'
import { listening, typedConfigs } from './ofrep.fixture.ts'

afterEach(async () => {
  await OpenFeature.close()
  await OpenFeature.clearContexts()
})

/**
 * OpenFeature on a web page, with the official OFREP provider, which polls every `pollInterval` milliseconds (0:
 * never).
 */
async function page(targetingKey: string, pollInterval = 0) {
  const { box, baseUrl, close } = await listening()
  onTestFinished(close)
  const asked = vi.fn(fetch)
  const provider = new OFREPWebProvider({
    baseUrl,
    pollInterval,
    cacheMode: 'disabled',
    fetchImplementation: asked,
    headers: [['Authorization', `Bearer admin:${secret}`]],
  })
  await OpenFeature.setProviderAndWait(provider as Provider, { targetingKey })
  const answers = async () => (await Promise.all(asked.mock.results.map(({ value }) => value))) as Response[]
  return { box, client: OpenFeature.getClient(), answers }
}

describe('the official provider for pages', () => {
  it('has every flag with its reason once it is ready', async () => {
    const { client } = await page('ann')
    expect(client.getBooleanDetails('a:ann', false)).toMatchObject({
      value: true,
      reason: 'TARGETING_MATCH',
      variant: 'on',
      flagMetadata: { strategy: 'CUSTOMERS_LIST' },
    })
    expect(client.getBooleanDetails('b:hidden', false)).toMatchObject({
      value: true,
      flagMetadata: { team: 'shop', tier: 2, beta: true, strategy: 'NO_STRATEGY' },
    })
    expect(client.getBooleanDetails('a:script', true)).toMatchObject({
      value: true,
      reason: 'ERROR',
      errorCode: 'GENERAL',
      errorMessage: 'The global script nowhere does not exist',
    })
    expect(client.getBooleanDetails('nothing', true)).toMatchObject({ value: true, errorCode: 'FLAG_NOT_FOUND' })
    expect(client.getStringDetails('a:ann', 'x')).toMatchObject({ value: 'x', errorCode: 'TYPE_MISMATCH' })
  })

  it('has typed configs with their values, and polls for those that change', async () => {
    const { box, client } = await page('ann', 20)
    await box.configs.import({ body: typedConfigs })
    await expect.poll(() => client.getStringValue('c:string', '')).toBe('text')
    expect([client.getNumberValue('c:number', 0), client.getBooleanValue('c:boolean', true)]).toEqual([1.5, false])
    expect(client.getObjectValue('c:object', {})).toEqual({ a: { b: [] } })
    expect(client.getObjectValue('c:array', [])).toEqual([1, 'x', { a: null }])
    expect(client.getStringDetails('c:number', 'x')).toMatchObject({ value: 'x', errorCode: 'TYPE_MISMATCH' })
    const rules = [{ when: { segment: 'staff' }, split: [{ name: 'half', weight: 1, value: 0.5 }] }]
    await box.configs.patch({ id: 'c:number', body: { rules } })
    await box.segments.create({ body: { id: 'staff', included: ['ann'] } })
    await expect
      .poll(() => client.getNumberDetails('c:number', 0))
      .toMatchObject({ value: 0.5, reason: 'TARGETING_MATCH', variant: 'half' })
  })

  it('evaluates again for another context', async () => {
    const { client } = await page('ann')
    await OpenFeature.setContext({ targetingKey: 'bob' })
    expect(client.getBooleanDetails('a:ann', true)).toMatchObject({ value: false, reason: 'DEFAULT', variant: 'off' })
    await OpenFeature.setContext({})
    expect(client.getBooleanDetails('a:ann', true)).toMatchObject({ value: true, errorCode: 'TARGETING_KEY_MISSING' })
  })

  it('polls with ETag, and reports changed flags', async () => {
    const { box, client, answers } = await page('ann', 20)
    await expect.poll(async () => (await answers()).map(({ status }) => status)).toContain(304)
    const changed = new Promise((resolve) => client.addHandler(ProviderEvents.ConfigurationChanged, resolve))
    await box.features.patch({ id: 'a:off', body: [{ op: 'replace', path: '/enabled', value: true }] })
    expect(await changed).toMatchObject({ flagsChanged: ['a:off'] })
    expect(client.getBooleanValue('a:off', false)).toBe(true)
    expect(new Set((await answers()).map(({ status }) => status))).toEqual(new Set([200, 304]))
  })
})
