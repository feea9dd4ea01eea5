import { request } from 'node:http'
import { encodeError, SignalboxError } from '@signalbox/core/wire'
import { expect, it } from 'vitest'
import { axe, eachLook, open, startService } from './browser.fixture.ts'
import { type Listener, serve } from './serve.fixture.ts'

/** A service whose API can be not ready, as while it starts: then its answers are 503 with a sentence. */
async function restartable(target: string) {
  const service = { url: '', sentence: undefined as string | undefined, cut: () => {} }
  const streams = new Set<() => void>()
  const answer: Listener = async (incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    if (service.sentence !== undefined && url.startsWith('/api/')) {
      const reply = encodeError(new SignalboxError('UNAVAILABLE', service.sentence, { retryAfter: 1 }))
      outgoing.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text())
      return
    }
    const asked = request(target + url, { method: method!, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(outgoing)
    })
    const end = () => asked.destroy()
    streams.add(end)
    outgoing.on('close', () => {
      streams.delete(end)
      end()
    })
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  }
  service.cut = () => {
    for (const end of streams) end()
  }
  service.url = await serve((incoming, outgoing) => void answer(incoming, outgoing))
  return service
}

it('while the service starts, the page says how far it has come, keeps what was typed, and goes on by itself', async () => {
  const { url, admin, box } = await startService()
  await box.features.create({ body: { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } })
  const service = await restartable(url)
  const expected = /\b503\b|net::ERR_/
  const page = await open(`${service.url}/features/shop:express`, { as: admin, expected })
  await page.getByText('Live').first().waitFor()
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('In one step')
  await page.getByLabel('Reason').fill('Sales asked for it')

  service.sentence = 'Signalbox is starting: 3 of 10 records are loaded; try again in a second'
  service.cut()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(service.sentence).waitFor()
  await page.getByText('The server is not ready').waitFor()
  expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('In one step')
  expect(await page.getByLabel('Reason').inputValue()).toBe('Sales asked for it')
  const arriving = await open(`${service.url}/segments`, { beside: page, expected })
  await arriving.getByText(service.sentence).waitFor()
  await eachLook(arriving, (name) => axe(arriving, name))
  service.sentence = 'Signalbox is starting: 9 of 10 records are loaded; try again in a second'
  await arriving.getByText(service.sentence).waitFor()

  service.sentence = undefined
  await arriving.getByRole('heading', { name: 'Segments', exact: true }).waitFor()
  await page.getByText('Live').first().waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('shop:express is saved.').waitFor()
  const { results } = await box.events.history({ domains: 'Feature', key: 'shop:express' })
  expect(results).toMatchObject([
    { payload: { description: 'In one step' }, reason: 'Sales asked for it' },
    { type: 'FEATURE_CREATED' },
  ])
})
