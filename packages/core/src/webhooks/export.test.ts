import { expect, it } from 'vitest'
import { createSignalbox } from '../signalbox.ts'

const body = {
  clientId: 'h',
  callbackUrl: 'https://receiver.invalid',
  headers: { Authorization: 'Bearer of tests' },
  secret: `whsec_${btoa('a secret of 32 bytes, for tests.')}`,
}

async function linesOf({ webhooks }: Pick<ReturnType<typeof createSignalbox>, 'webhooks'>) {
  const lines = []
  for await (const line of webhooks.export()) lines.push(line)
  return lines
}

it('an export of the embedding program contains all secrets, for another store', async () => {
  const [from, to] = [createSignalbox(), createSignalbox()]
  await from.webhooks.create({ body })
  const lines = await linesOf(from)
  expect(lines).toMatchObject([body])
  await to.webhooks.import({ body: lines })
  expect(await linesOf(to)).toMatchObject([body])
})

it('an export of an admin contains no secrets', async () => {
  const box = createSignalbox()
  await box.webhooks.create({ body })
  const [line] = await linesOf(box.as({ id: 'ada', admin: true }))
  expect(line).toMatchObject({ clientId: 'h', secret: '********', headers: { Authorization: '********' } })
})
