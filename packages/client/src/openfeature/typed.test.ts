import { type EvaluationContext, type JsonValue, OpenFeature, ProviderEvents } from '@openfeature/server-sdk'
import { OpenFeature as OpenFeatureWeb } from '@openfeature/web-sdk'
import { createProvider } from '@signalbox/client/openfeature'
import { createWebProvider } from '@signalbox/client/openfeature-web'
import { createSignalbox, type Signalbox, SignalboxError } from '@signalbox/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { live } from '../index.ts'
import { controlled } from '../live/controlled.fixture.ts'
import { flagsOf } from '../live/flags.fixture.ts'
import type { Case } from './evaluation.fixture.ts'
import { typedCases, typedConfigs } from './typed.fixture.ts'

let box: Signalbox

beforeAll(async () => {
  box = createSignalbox()
  await box.configs.import({ body: typedConfigs })
  await OpenFeature.setProviderAndWait(createProvider(live(box)))
  await OpenFeatureWeb.setProviderAndWait(createWebProvider(live(box)), {})
})

afterAll(async () => {
  await OpenFeature.close()
  await OpenFeatureWeb.close()
  await OpenFeatureWeb.clearContexts()
  OpenFeature.setContext({})
  await box.close()
})

type Client = ReturnType<typeof OpenFeature.getClient>

async function details(client: Client, { key, type, otherwise }: Case, context: EvaluationContext = {}) {
  if (type === 'boolean') return client.getBooleanDetails(key, otherwise as boolean, context)
  if (type === 'string') return client.getStringDetails(key, otherwise as string, context)
  if (type === 'number') return client.getNumberDetails(key, otherwise as number, context)
  return client.getObjectDetails(key, otherwise as JsonValue, context)
}

const onServer = (one: Case) => details(OpenFeature.getClient(), one, one.context)

async function onPage(one: Case) {
  await OpenFeatureWeb.setContext(one.context ?? {})
  return details(OpenFeatureWeb.getClient() as unknown as Client, one)
}

const expected = ({ key, value, variant, reason, errorCode }: Case) => ({
  flagKey: key,
  value,
  ...(variant !== undefined && { variant }),
  ...(reason !== undefined && { reason }),
  ...(errorCode !== undefined && { errorCode, errorMessage: expect.any(String) }),
})

describe('typed configs are flags, as the OpenFeature specification requires', () => {
  it.each(typedCases)('on a server: %s', async (_, one) => {
    expect(await onServer(one)).toMatchObject(expected(one))
  })

  it.each(typedCases)('on a page: %s', async (_, one) => {
    expect(await onPage(one)).toMatchObject(expected(one))
  })

  it('1.4.6 variant: the arm of a split; 1.4.14 metadata: the scalar members', async () => {
    for (const ask of [onServer, onPage]) {
      const button: Case = {
        key: 'button',
        type: 'string',
        otherwise: 'x',
        context: { targetingKey: 'ann' },
        value: '',
      }
      const { value, variant, reason } = await ask(button)
      expect([value, reason]).toEqual([variant, 'SPLIT'])
      expect(value).toMatch(/low|high/)
      const limit: Case = { key: 'limit', type: 'number', otherwise: 0, value: 3 }
      expect((await ask(limit)).flagMetadata).toEqual({ team: 'shop' })
    }
  })
})

describe('contexts are merged, as the OpenFeature specification requires', () => {
  it('3.2.3: API, client, invocation, each overriding the one before', async () => {
    const client = OpenFeature.getClient().setContext({})
    const title = (context: EvaluationContext = {}) => client.getStringValue('title', '', context)
    expect(await title()).toBe('Hello')
    OpenFeature.setContext({ country: 'FR' })
    expect(await title()).toBe('Bonjour')
    client.setContext({ country: 'DE' })
    expect(await title()).toBe('Hello')
    expect(await title({ country: 'FR' })).toBe('Bonjour')
    OpenFeature.setContext({})
  })

  it('3.1.1: the targeting key identifies the client, and is merged as 3.2.3 says', async () => {
    const client = OpenFeature.getClient().setContext({ targetingKey: 'ann' })
    const arms = await Promise.all([
      client.getStringDetails('button', ''),
      client.getStringDetails('button', '', { targetingKey: 'ann', id: 'ignored' }),
    ])
    expect(arms.map(({ value }) => value)).toEqual([
      box.value('button', { id: 'ann' }),
      box.value('button', { id: 'ann' }),
    ])
  })

  it('3.2.4.1: on a page, a new context is reconciled before flags are evaluated in it', async () => {
    const client = OpenFeatureWeb.getClient()
    await OpenFeatureWeb.setContext({ country: 'FR' })
    expect(client.getStringValue('title', '')).toBe('Bonjour')
    await OpenFeatureWeb.setContext({ country: 'DE' })
    expect(client.getStringValue('title', '')).toBe('Hello')
  })
})

it('5.1.2: handlers of a changed configuration run when a config changes, with its key', async () => {
  const changed = new Promise((resolve) =>
    OpenFeature.getClient().addHandler(ProviderEvents.ConfigurationChanged, resolve),
  )
  await box.configs.create({ body: { id: 'another', type: 'number', value: 1 } })
  expect(await changed).toMatchObject({ flagsChanged: ['another'] })
})

it('a config that only the server can evaluate is asked for: by each evaluation, or before the page is ready', async () => {
  const inner = createSignalbox()
  await inner.segments.create({ body: { id: 'staff', included: ['ann'] } })
  await inner.configs.create({
    body: { id: 'limit', type: 'number', value: 1, rules: [{ when: { segment: 'staff' }, value: 9 }] },
  })
  const server = controlled(inner)
  server.refuse = (name) => name === 'segments.export' && new SignalboxError('FORBIDDEN', 'No segments for this key')
  const ann = { targetingKey: 'ann' }
  const { flags } = flagsOf(server.api)
  await flags.ready()
  const unanswered = createWebProvider(flags).resolveNumberEvaluation('limit', 7, ann, console)
  expect(unanswered).toMatchObject({ value: 7, reason: 'ERROR', errorCode: 'GENERAL' })
  expect(unanswered).toMatchObject({ errorMessage: 'Config limit has not been evaluated in this context yet' })
  await OpenFeature.setProviderAndWait('asked', createProvider(flagsOf(server.api).flags))
  expect(await OpenFeature.getClient('asked').getNumberValue('limit', 0, ann)).toBe(9)
  await OpenFeatureWeb.setContext('asked', ann)
  await OpenFeatureWeb.setProviderAndWait('asked', createWebProvider(flagsOf(server.api).flags))
  expect(OpenFeatureWeb.getClient('asked').getNumberValue('limit', 0)).toBe(9)
})
