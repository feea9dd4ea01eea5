import { followGateway } from '@signalbox/gateway'
import { expect, it, onTestFinished } from 'vitest'
import { known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'

async function open() {
  const { url, box, close } = await createServer({ port: 0, ...known })
  onTestFinished(close)
  const keyOf = async (id: string) => (await box.gatewayKeys.create({ body: { id } })).key as string
  return { url, box, keyOf }
}

it('data planes with different gateway keys have the same key of cookies', async () => {
  const { url, keyOf } = await open()
  const sources = [await keyOf('one'), await keyOf('two')].map((key) => followGateway({ from: url, key }))
  for (const source of sources) for await (const _ of source.snapshot());
  const [one, two] = sources.map(({ secret }) => secret)
  expect(one).toHaveLength(32)
  expect(one).toEqual(two)
})

it('changes begin with the format, so that data planes check it when they connect again', async () => {
  const { url, box, keyOf } = await open()
  const headers = { Authorization: `Bearer ${await keyOf('edge')}` }
  const { revision } = await box.gateway.list()
  const { body } = await fetch(`${url}/api/gateway/changes?after=${revision}`, { headers })
  let text = ''
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    text += new TextDecoder().decode(chunk)
    if (text.includes('data: ')) break
  }
  expect(text).toContain(`id: ${revision}\ndata: [{"kind":"format","format":1,"zone":"`)
  expect(text).toContain(`{"kind":"end","revision":${revision}}]`)
})

it('changes after a revision that is not in the log are refused, as after a restored backup', async () => {
  const { url, box, keyOf } = await open()
  const headers = { Authorization: `Bearer ${await keyOf('edge')}` }
  await box.configs.create({ body: { id: 'colour', value: 'red' } })
  const { revision } = await box.gateway.list()
  await box.configs.create({ body: { id: 'size', value: 'large' } })
  const statusAfter = async (after: number) => {
    const leave = new AbortController()
    const changes = `${url}/api/gateway/changes?after=${after}`
    const { status } = await fetch(changes, { headers, signal: leave.signal })
    leave.abort()
    return status
  }
  expect([await statusAfter(revision), await statusAfter(revision + 500)]).toEqual([200, 409])
})
