import { OFREPApi, toResolutionDetails } from '@openfeature/ofrep-core'
import { type EvaluationContext, type JsonValue, OpenFeature } from '@openfeature/server-sdk'
import { OpenFeature as OpenFeatureWeb } from '@openfeature/web-sdk'
import { createProvider } from '@signalbox/client/openfeature'
import { createWebProvider } from '@signalbox/client/openfeature-web'
import { createSignalbox, type Signalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { scriptEngine } from '@signalbox/scripts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { live } from '../index.ts'
import { type Case, cases, configs, features } from './evaluation.fixture.ts'

let box: Signalbox

beforeAll(async () => {
  box = createSignalbox({ scripts: { javascript: scriptEngine({ cpuMs: 5000 }) } })
  await box.features.import({ body: features })
  await box.configs.import({ body: configs })
  await OpenFeature.setProviderAndWait(createProvider(live(box)))
  await OpenFeatureWeb.setProviderAndWait(createWebProvider(live(box)), {})
})

afterAll(async () => {
  await OpenFeature.close()
  await OpenFeatureWeb.close()
  await box.close()
})

function onServer({ key, type, otherwise, context }: Case) {
  const client = OpenFeature.getClient()
  const asked = context as EvaluationContext | undefined
  if (type === 'boolean') return client.getBooleanDetails(key, otherwise as boolean, asked)
  if (type === 'string') return client.getStringDetails(key, otherwise as string, asked)
  if (type === 'number') return client.getNumberDetails(key, otherwise as number, asked)
  return client.getObjectDetails(key, otherwise as JsonValue, asked)
}

async function onPage({ key, type, otherwise, context = {} }: Case) {
  await OpenFeatureWeb.setContext(context)
  const client = OpenFeatureWeb.getClient()
  if (type === 'boolean') return client.getBooleanDetails(key, otherwise as boolean)
  if (type === 'string') return client.getStringDetails(key, otherwise as string)
  if (type === 'number') return client.getNumberDetails(key, otherwise as number)
  return client.getObjectDetails(key, otherwise as JsonValue)
}

async function byOfrep({ key, otherwise, context = {} }: Case) {
  const { fetch } = toHono(box, { access: 'open' })
  const api = new OFREPApi({ baseUrl: 'http://signalbox.test' }, async (request) => fetch(request as Request))
  const { value } = await api.postEvaluateFlag(key, { context })
  return 'errorCode' in value ? value : toResolutionDetails(value, otherwise as boolean)
}

const named = cases.map((one, i) => [`${i + 1}. ${one.key} as a ${one.type}`, one] as const)
const expected = ({ value, variant, reason, errorCode }: Case) => ({
  value,
  ...(variant !== undefined && { variant }),
  ...(reason !== undefined && { reason }),
  ...(errorCode !== undefined && { errorCode }),
})

describe('the scenarios of the OpenFeature specification', () => {
  it.each(named)('hold on a server: %s', async (_, one) => {
    expect(await onServer(one)).toMatchObject(expected(one))
  })

  it.each(named)('hold on a page: %s', async (_, one) => {
    expect(await onPage(one)).toMatchObject(expected(one))
  })

  it.each(named.filter(([, { type }]) => type === 'boolean'))('hold by OFREP: %s', async (_, one) => {
    expect(await byOfrep(one)).toMatchObject(expected(one))
  })
})
