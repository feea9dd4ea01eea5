import { OpenFeature, ProviderEvents } from '@openfeature/server-sdk'
import { OpenFeature as OpenFeatureWeb, ProviderEvents as WebEvents } from '@openfeature/web-sdk'
import { createProvider } from '@signalbox/client/openfeature'
import { createWebProvider } from '@signalbox/client/openfeature-web'
import type { ScriptEngine } from '@signalbox/core'
import { realWait } from '@signalbox/core/evaluate'
import { createTestBox } from '@signalbox/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LiveOptions } from '../index.ts'
import { controlled } from '../live/controlled.fixture.ts'
import { flagsOf, halves, heldWait, plain, quickWait } from '../live/flags.fixture.ts'

/** A script engine whose scripts list the ids for which they are active; one script fails. */
const engine: ScriptEngine = {
  run: async ({ script, context }) =>
    script === 'fails'
      ? { active: false, logs: [], error: { code: 'EXCEPTION', message: 'It is broken' } }
      : { active: script === context.id, logs: [] },
  check: async () => undefined,
  close: async () => {},
}
const scripted = (script: string) =>
  ({ id: 's', enabled: true, activationStrategy: 'SCRIPT', parameters: { type: 'javascript', script } }) as const

async function served(script: string, options: LiveOptions = {}) {
  const { box } = createTestBox({ scripts: { javascript: engine }, assignment: 'hash' })
  await box.features.create({ body: scripted(script) })
  const server = controlled(box)
  const { flags } = flagsOf(server.api, { wait: quickWait(), ...options })
  return { box, server, flags }
}

afterEach(async () => {
  await OpenFeature.close()
  await OpenFeatureWeb.close()
  await OpenFeatureWeb.clearContexts()
})

it('a failing script evaluates to the default with GENERAL and a message, on a server', async () => {
  const { flags } = await served('fails')
  await OpenFeature.setProviderAndWait(createProvider(flags))
  expect(await OpenFeature.getClient().getBooleanDetails('s', true, {})).toMatchObject({
    value: true,
    reason: 'ERROR',
    errorCode: 'GENERAL',
    errorMessage: 'It is broken',
  })
  expect(await flags.check('s', {})).toBe(false)
})

it('flags are stale while the server is unreachable, and ready afterwards; closing OpenFeature closes them', async () => {
  const { flags, server } = await served('ann')
  await OpenFeature.setProviderAndWait(createProvider(flags))
  const client = OpenFeature.getClient()
  const stale = new Promise((resolve) => client.addHandler(ProviderEvents.Stale, resolve))
  server.goDown()
  await stale
  const ready = new Promise((resolve) => client.addHandler(ProviderEvents.Ready, resolve))
  server.comeUp()
  await ready
  await OpenFeature.close()
  expect(flags.status).toBe('closed')
})

it('an unknown text flag is requested at most once in a while', async () => {
  const { flags, server } = await served('ann', { clock: () => 0 })
  await OpenFeature.setProviderAndWait(createProvider(flags))
  for (const key of ['x', 'x', 'x', '*'])
    expect(await OpenFeature.getClient().getStringDetails(key, 'y', { targetingKey: 'ann' })).toMatchObject({
      errorCode: 'FLAG_NOT_FOUND',
    })
  expect(server.calls.filter((name) => name === 'experiments.bindVariant')).toHaveLength(1)
})

it('a page that starts without the server requests scripts once it is reachable, and when they change', async () => {
  const { box, flags, server } = await served('ann')
  server.goDown()
  const failed = OpenFeatureWeb.setProviderAndWait(createWebProvider(flags), { targetingKey: 'ann' })
  await expect(failed).rejects.toThrow()
  const client = OpenFeatureWeb.getClient()
  const ready = new Promise((resolve) => client.addHandler(WebEvents.Ready, resolve))
  server.comeUp()
  await ready
  expect(client.getBooleanValue('s', false)).toBe(true)
  const changed = new Promise((resolve) => client.addHandler(WebEvents.ConfigurationChanged, resolve))
  await box.features.replace({ id: 's', body: scripted('ben') })
  await changed
  expect(client.getBooleanValue('s', true)).toBe(false)
})

it('a page evaluates a changed script before OpenFeature is notified, without another READY', async () => {
  const { box, flags } = await served('ben')
  await OpenFeatureWeb.setProviderAndWait(createWebProvider(flags), { targetingKey: 'ann' })
  const client = OpenFeatureWeb.getClient()
  const ready = vi.fn()
  client.addHandler(WebEvents.Ready, ready) // called at once, because the flags are ready
  const changed = new Promise((resolve) => client.addHandler(WebEvents.ConfigurationChanged, resolve))
  await box.features.replace({ id: 's', body: scripted('ann') })
  await changed
  expect([client.getBooleanValue('s', false), ready.mock.calls.length]).toEqual([true, 1])
})

/** The two SDKs, each with its provider. */
const sdks = [
  ['a server', { api: OpenFeature, provide: createProvider }],
  ['a page', { api: OpenFeatureWeb, provide: createWebProvider }],
] as unknown as readonly (readonly [string, Sdk])[]

interface Sdk {
  readonly provide: typeof createProvider
  readonly api: Pick<typeof OpenFeature, 'setProviderAndWait' | 'getClient'>
}

/** Resolves when OpenFeature has emitted an event, or if its provider already has that status. */
const told = ({ api }: Sdk, event: ProviderEvents) =>
  new Promise<unknown>((resolve) => api.getClient().addHandler(event, resolve))

describe.each(sdks)('on %s', (_, sdk) => {
  it('rules are evaluated, and a change of a segment may change any flag', async () => {
    const { box, flags, server } = await served('ann')
    await box.segments.create({ body: { id: 'staff', included: ['ann'] } })
    const parameters = { rules: [{ name: 'staff', when: { segment: 'staff' } }] }
    await box.features.create({ body: { id: 'ruled', enabled: true, activationStrategy: 'RULES', parameters } })
    await OpenFeatureWeb.setContext({ targetingKey: 'ann' })
    await sdk.api.setProviderAndWait(sdk.provide(flags))
    const details = async () => sdk.api.getClient().getBooleanDetails('ruled', false, { targetingKey: 'ann' })
    expect(await details()).toMatchObject({ value: true, reason: 'TARGETING_MATCH' })
    const changed = told(sdk, ProviderEvents.ConfigurationChanged)
    await box.segments.patch({ id: 'staff', body: { included: [] } })
    expect(await changed).not.toHaveProperty('flagsChanged')
    expect(await details()).toMatchObject({ value: false, reason: 'DEFAULT' })
    expect(server.calls).not.toContain('features.checkWith')
  })

  const bootstrap = { features: [plain('a')], configs: [], experiments: [] }

  it('flags from a bootstrap are stale until the server is reached, and ready then', async () => {
    const { flags, server } = await served('ann', { bootstrap })
    server.goDown()
    await sdk.api.setProviderAndWait(sdk.provide(flags))
    await told(sdk, ProviderEvents.Stale)
    const client = sdk.api.getClient()
    expect([client.providerStatus, await client.getBooleanValue('a', false)]).toEqual(['STALE', true])
    const ready = told(sdk, ProviderEvents.Ready)
    server.comeUp()
    await ready
    expect([client.providerStatus, await client.getBooleanValue('a', false)]).toEqual(['READY', false])
  })

  it('flags from a bootstrap are stale while the server does not respond', async () => {
    const { flags, server } = await served('ann', { bootstrap, timeoutMs: 5, wait: realWait })
    server.before = () => new Promise(() => {})
    await sdk.api.setProviderAndWait(sdk.provide(flags))
    await told(sdk, ProviderEvents.Stale)
    expect(sdk.api.getClient().providerStatus).toBe('STALE')
  })

  it('flags from a bootstrap are stale while the server is slow', async () => {
    const server = controlled(createTestBox().box)
    server.before = (name) => name !== 'health' && new Promise(() => {})
    const asked = server.when('events.stream')
    const { wait, endOldest } = heldWait()
    const { flags } = flagsOf(server.api, { bootstrap, wait })
    const provided = sdk.api.setProviderAndWait(sdk.provide(flags))
    await asked
    endOldest() // the timeout of the first request to the server; its current step has time left
    await provided
    await told(sdk, ProviderEvents.Stale)
    expect([flags.status, sdk.api.getClient().providerStatus]).toEqual(['starting', 'STALE'])
  })

  it('flags are in error, not stale, if the server never responds', async () => {
    const { flags, server } = await served('ann', { timeoutMs: 5, wait: realWait })
    server.before = () => new Promise(() => {})
    await expect(sdk.api.setProviderAndWait(sdk.provide(flags))).rejects.toThrow('timed out after 5 ms')
    await server.when('health') // again, after the first attempt was given up
    await realWait(0)
    expect([flags.status, sdk.api.getClient().providerStatus]).toEqual(['starting', 'ERROR'])
  })

  it('flags without a server are ready, not stale', async () => {
    const { flags } = flagsOf(undefined, { bootstrap })
    await sdk.api.setProviderAndWait(sdk.provide(flags))
    await realWait(0) // after the turn for which the provider waits
    expect(sdk.api.getClient().providerStatus).toBe('READY')
  })

  it('changes are reported by key, once each; closing closes the flags', async () => {
    const { box, flags } = await served('ann')
    const provider = sdk.provide(flags)
    await sdk.api.setProviderAndWait(provider)
    await provider.initialize?.({})
    const changes: unknown[] = []
    provider.events?.addHandler(ProviderEvents.ConfigurationChanged, (details) => changes.push(details?.flagsChanged))
    await box.features.create({ body: plain('a') })
    await box.configs.create({ body: { id: 'c', value: 1 } })
    await expect.poll(() => changes).toHaveLength(2)
    expect(changes).toEqual([['a'], ['c']])
    await provider.onClose?.()
    expect(flags.status).toBe('closed')
  })

  it('the first values are reported as READY, not as a change', async () => {
    const { box } = createTestBox()
    await box.features.create({ body: plain('a') })
    const server = controlled(box)
    const { flags } = flagsOf(server.api)
    const changes: unknown[] = []
    const provider = sdk.provide(flags)
    provider.events?.addHandler(ProviderEvents.ConfigurationChanged, (details) => changes.push(details?.flagsChanged))
    const looking = Promise.withResolvers<void>()
    server.before = () => looking.promise
    const provided = sdk.api.setProviderAndWait(provider)
    looking.resolve()
    await provided
    await box.features.create({ body: plain('b') })
    await vi.waitUntil(() => changes.length > 0)
    expect(changes).toEqual([['b']])
  })

  it('changes during an outage are reported together, each key once', async () => {
    const { box, flags, server } = await served('ann')
    await sdk.api.setProviderAndWait(sdk.provide(flags))
    const stale = told(sdk, ProviderEvents.Stale)
    server.goDown()
    await stale
    await box.features.create({ body: plain('x') })
    await box.configs.create({ body: { id: 'x', value: 1 } })
    await box.experiments.create({ body: halves('exp') })
    const changed = told(sdk, ProviderEvents.ConfigurationChanged)
    server.comeUp()
    expect(await changed).toMatchObject({ flagsChanged: ['x', 'exp'] })
  })

  it('flags that were never loaded are in error, not stale, until the server is reachable', async () => {
    const { flags, server } = await served('ann')
    server.goDown()
    await expect(sdk.api.setProviderAndWait(sdk.provide(flags))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await told(sdk, ProviderEvents.Error)
    await server.when('health')
    await realWait(0)
    expect(sdk.api.getClient().providerStatus).toBe('ERROR')
    server.comeUp()
    await told(sdk, ProviderEvents.Ready)
    expect(sdk.api.getClient().providerStatus).toBe('READY')
  })
})

it('a page whose context changes during an outage stays stale', async () => {
  const { flags, server } = await served('ben')
  await OpenFeatureWeb.setProviderAndWait(createWebProvider(flags), { targetingKey: 'ann' })
  const client = OpenFeatureWeb.getClient()
  const statuses: unknown[] = []
  client.addHandler(WebEvents.Stale, () => statuses.push(client.providerStatus))
  server.goDown()
  await expect.poll(() => statuses).toHaveLength(1)
  await OpenFeatureWeb.setContext({ targetingKey: 'ben' })
  await expect.poll(() => statuses).toHaveLength(2)
  expect([client.providerStatus, client.getBooleanValue('s', false)]).toEqual(['STALE', false])
  const ready = new Promise((resolve) => client.addHandler(WebEvents.Ready, resolve))
  server.comeUp()
  await ready
  expect([client.providerStatus, client.getBooleanValue('s', false)]).toEqual(['READY', true])
})

it('a page whose scripts cannot be evaluated in a new context is in error until they can', async () => {
  const { box, flags, server } = await served('ben')
  await OpenFeatureWeb.setProviderAndWait(createWebProvider(flags), { targetingKey: 'ann' })
  const client = OpenFeatureWeb.getClient()
  server.refuse = (name) => name === 'features.treeWith' && new Error('The tree is busy')
  await OpenFeatureWeb.setContext({ targetingKey: 'ben' })
  expect(client.providerStatus).toBe('ERROR')
  server.refuse = () => false
  const ready = new Promise((resolve) => client.addHandler(WebEvents.Ready, resolve))
  await box.features.create({ body: plain('other') })
  await ready
  expect([client.providerStatus, client.getBooleanValue('s', false)]).toEqual(['READY', true])
})

it('a script or variant that the server cannot evaluate is the default with GENERAL, and the reason', async () => {
  const { flags, server } = await served('ann')
  const provider = createProvider(flags)
  await OpenFeature.setProviderAndWait(provider)
  server.refuse = (name) => /checkWith|bindVariant/.test(name) && new Error('The line is busy')
  const failure = { reason: 'ERROR', errorCode: 'GENERAL', errorMessage: 'The line is busy' }
  const ann = { targetingKey: 'ann' }
  expect(await provider.resolveBooleanEvaluation('s', true, ann, console)).toEqual({ value: true, ...failure })
  expect(await provider.resolveStringEvaluation('exp', 'A', ann, console)).toEqual({ value: 'A', ...failure })
})

it('an unreachable server is not asked for variants', async () => {
  const { flags, server } = await served('ann')
  await OpenFeature.setProviderAndWait(createProvider(flags))
  server.goDown()
  const client = OpenFeature.getClient()
  await new Promise((resolve) => client.addHandler(ProviderEvents.Stale, resolve))
  expect(await client.getStringDetails('exp', 'A', { targetingKey: 'ann' })).toMatchObject({
    errorCode: 'FLAG_NOT_FOUND',
  })
  expect(server.calls).not.toContain('experiments.bindVariant')
})

it('a page whose changed script cannot be evaluated is stale until it can', async () => {
  const { box, flags, server } = await served('ben')
  await OpenFeatureWeb.setProviderAndWait(createWebProvider(flags), { targetingKey: 'ann' })
  const client = OpenFeatureWeb.getClient()
  server.refuse = (name) => name === 'features.treeWith' && new Error('The tree is busy')
  const stale = new Promise((resolve) => client.addHandler(WebEvents.Stale, resolve))
  await box.features.replace({ id: 's', body: scripted('ann') })
  await stale
  server.refuse = () => false
  const ready = new Promise((resolve) => client.addHandler(WebEvents.Ready, resolve))
  await box.features.create({ body: plain('other') })
  await ready
  expect(client.getBooleanValue('s', false)).toBe(true)
})
