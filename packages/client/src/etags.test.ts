import { toHono } from '@signalbox/hono'
import { createTestBox } from '@signalbox/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createClient, etagOf } from './index.ts'

/** A client of a service. `pass` changes what the network delivers. */
function open(pass: (response: Response) => Response = (response) => response) {
  const { box } = createTestBox()
  onTestFinished(() => box.close())
  const app = toHono(box, { access: 'open' })
  const fetch = async (request: Request) => pass(await app.fetch(request))
  return createClient({ baseUrl: 'http://flags.test', fetch })
}

const feature = { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } as const
const { id } = feature
const off = [{ op: 'replace', path: '/enabled', value: false } as const]

/** As proxies do that compress responses. */
function weakened(response: Response): Response {
  const tag = response.headers.get('ETag')
  if (tag) response.headers.set('ETag', `W/${tag}`)
  return response
}

describe('the entity tag of a record', () => {
  it('is the same from every call that returns this version', async () => {
    const { features } = open()
    const created = etagOf(await features.create({ body: feature }))
    expect(created).toMatch(/^".+"$/)
    expect(etagOf(await features.get({ id }))).toBe(created)
    const changed = etagOf(await features.patch({ id, body: off }))
    expect(changed).not.toBe(created)
    expect(etagOf(await features.replace({ id, body: { ...feature, enabled: false } }))).toBe(changed)
  })

  it.each([
    ['directly', undefined],
    ['through a proxy that weakens it', weakened],
  ])('admits a write until the record changes, %s', async (_, pass) => {
    const { features } = open(pass)
    const ifMatch = etagOf(await features.create({ body: feature })) as string
    await features.patch({ id, body: off }, { ifMatch })
    await expect(features.patch({ id, body: off }, { ifMatch })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  it('is undefined for a copy of the record', async () => {
    const { features } = open()
    expect(etagOf({ ...(await features.create({ body: feature })) })).toBeUndefined()
  })
})
