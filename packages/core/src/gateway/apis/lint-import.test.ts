import { expect, it } from 'vitest'
import { createSignalbox } from '../../signalbox.ts'

const document = {
  ...{ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, servers: [{ url: 'https://shop.internal' }] },
  paths: { '/orders': { get: { operationId: 'orders', responses: {} } } },
}

it('an ordinary document leaves one warning, which a plan ends; a missing domain is a note', async () => {
  const box = createSignalbox()
  const { warnings } = await box.apis.importOpenApi({ id: 'shop', body: document as never })
  expect(warnings).toEqual([])
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const { problems } = await box.apis.lint({ id: 'shop' })
  expect(problems.map(({ severity, pointer }) => `${severity} ${pointer}`)).toEqual([
    'warning /documentation/plans',
    'info /domain',
  ])
})
