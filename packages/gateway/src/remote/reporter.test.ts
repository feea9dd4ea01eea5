import { SignalboxError } from '@signalbox/core/wire'
import { expect, it } from 'vitest'
import { type PlaneReport, reporter } from './reporter.ts'

const plane = {
  id: 'p',
  state: 'fresh' as const,
  revision: 1,
  routes: 0,
  since: 0,
  notes: [] as string[],
  version: '1',
} satisfies PlaneReport
const { signal } = new AbortController()

function controlThat(refuses: (body: object) => boolean) {
  const bodies: object[] = []
  let now = 0
  const report = async (body: object) => {
    bodies.push(body)
    if (refuses(body)) throw new SignalboxError('INVALID', 'url is an unknown field')
    return { revision: 1 }
  }
  return { bodies, send: reporter({ report }, () => now), later: (ms: number) => (now += ms) }
}

it('a control plane that does not know a member gets reports without it, and is tried again later', async () => {
  const { bodies, send, later } = controlThat((body) => 'url' in (body as { plane: object }).plane)
  const body = { plane: { ...plane, url: 'http://127.0.0.1:9080' }, usage: { seq: 1 } }
  const plain = { plane, usage: { seq: 1 } }
  expect(await send(body, signal)).toEqual({ revision: 1 })
  expect(await send(body, signal)).toEqual({ revision: 1 })
  expect(bodies).toEqual([body, plain, plain])
  later(600_001)
  await send(body, signal)
  expect(bodies.slice(3)).toEqual([body, plain])
})

it('a report that is invalid for another reason fails as before', async () => {
  const { bodies, send } = controlThat(() => true)
  await expect(send({ plane }, signal)).rejects.toThrow('unknown field')
  await expect(send({ usage: {} }, signal)).rejects.toThrow('unknown field')
  await expect(send({ plane: { ...plane, url: 'http://a' } }, signal)).rejects.toThrow('unknown field')
  expect(bodies).toHaveLength(4)
  await expect(send({ plane: { ...plane, url: 'http://a' } }, signal)).rejects.toThrow('unknown field')
  expect(bodies).toHaveLength(6)
})
