import { OpenFeature, ProviderEvents } from '@openfeature/server-sdk'
import { OpenFeature as OpenFeatureWeb, ProviderEvents as WebEvents } from '@openfeature/web-sdk'
import { createProvider } from '@signalbox/client/openfeature'
import { createWebProvider } from '@signalbox/client/openfeature-web'
import type { ScriptEngine } from '@signalbox/core'
import { createTestBox } from '@signalbox/testing'
import { afterEach, expect, it } from 'vitest'
import { controlled } from '../live/controlled.fixture.ts'
import { flagsOf, quickWait } from '../live/flags.fixture.ts'

/** An engine whose scripts are active for those they name; one fails. */
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

async function served(script: string) {
  const { box } = createTestBox({ scripts: { javascript: engine } })
  await box.features.create({ body: scripted(script) })
  const server = controlled(box)
  const { flags } = flagsOf(server.api, { wait: quickWait() })
  return { box, server, flags }
}

afterEach(async () => {
  await OpenFeature.close()
  await OpenFeatureWeb.close()
  await OpenFeatureWeb.clearContexts()
})

it('a script that fails is the default with GENERAL and the sentence, on a server', async () => {
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

it('flags are stale when the server goes, and ready when it is back; closing OpenFeature closes them', async () => {
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

it('a text that nothing is called is asked for once in a while', async () => {
  const { flags, server } = await served('ann')
  await OpenFeature.setProviderAndWait(createProvider(flags))
  for (const key of ['x', 'x', 'x', '*'])
    expect(await OpenFeature.getClient().getStringDetails(key, 'y', { targetingKey: 'ann' })).toMatchObject({
      errorCode: 'FLAG_NOT_FOUND',
    })
  expect(server.calls.filter((name) => name === 'experiments.tree')).toHaveLength(1)
})

it('a page that begins without the server asks its scripts once it is there, and when they change', async () => {
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
