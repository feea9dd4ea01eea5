import type { ResolutionDetails } from '@openfeature/core'
import { handleEvaluationError, OFREPApi, toResolutionDetails } from '@openfeature/ofrep-core'
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { type JsonValue, OpenFeature, type Provider } from '@openfeature/web-sdk'
import { createSignalbox, type Signalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Case } from './evaluation.fixture.ts'
import { typedCases, typedConfigs } from './typed.fixture.ts'

let box: Signalbox
let fetchImplementation: typeof fetch
const baseUrl = 'http://signalbox.test'

beforeAll(async () => {
  box = createSignalbox()
  await box.configs.import({ body: typedConfigs })
  const app = toHono(box, { access: 'open' })
  fetchImplementation = async (request, init) => app.fetch(new Request(request, init))
  const provider = new OFREPWebProvider({ baseUrl, fetchImplementation, pollInterval: 0, cacheMode: 'disabled' })
  await OpenFeature.setProviderAndWait(provider as Provider, {})
})

afterAll(async () => {
  await OpenFeature.close()
  await OpenFeature.clearContexts()
  await box.close()
})

/** One flag, by the functions that the official providers for servers use. */
async function one({ key, otherwise, context = {} }: Case): Promise<ResolutionDetails<unknown>> {
  const result = await new OFREPApi({ baseUrl }, fetchImplementation).postEvaluateFlag(key, { context })
  if (result.httpStatus !== 200) return handleEvaluationError(result.value, otherwise)
  return toResolutionDetails(result.value, otherwise as string)
}

/** All flags at once, by the official provider for pages. */
async function all({ key, type, otherwise, context = {} }: Case): Promise<ResolutionDetails<unknown>> {
  await OpenFeature.setContext(context)
  const client = OpenFeature.getClient()
  if (type === 'boolean') return client.getBooleanDetails(key, otherwise as boolean)
  if (type === 'string') return client.getStringDetails(key, otherwise as string)
  if (type === 'number') return client.getNumberDetails(key, otherwise as number)
  return client.getObjectDetails(key, otherwise as JsonValue)
}

const expected = ({ value, variant, reason, errorCode }: Case) => ({
  value,
  ...(variant !== undefined && { variant }),
  ...(reason !== undefined && { reason }),
  ...(errorCode !== undefined && { errorCode }),
})

describe('typed configs are flags of OFREP', () => {
  it.each(typedCases)('one at a time: %s', async (_, asked) => {
    expect(await one(asked)).toMatchObject(expected(asked))
  })

  it.each(typedCases)('all at once, on a page: %s', async (_, asked) => {
    expect(await all(asked)).toMatchObject(expected(asked))
  })

  it('with the arm of a split as the variant, and the scalar members of the metadata', async () => {
    const button: Case = { key: 'button', type: 'string', otherwise: 'x', context: { targetingKey: 'ann' }, value: '' }
    const limit: Case = { key: 'limit', type: 'number', otherwise: 0, value: 3 }
    const value = box.value('button', { id: 'ann' })
    for (const ask of [one, all]) {
      expect(await ask(button)).toMatchObject({ value, variant: value, reason: 'SPLIT' })
      expect((await ask(limit)).flagMetadata).toEqual({ team: 'shop' })
    }
  })
})
