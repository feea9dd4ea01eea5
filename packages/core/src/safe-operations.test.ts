import { expect, it } from 'vitest'
import { contract } from './contract.ts'
import { testBox } from './machine/callers/access.fixture.ts'
import { memoryStore } from './memory/store.ts'
import { type Contract, isSafe, isStream, type Operation, parametersOf } from './operation.ts'

type Call = (input: object, options: object) => Promise<unknown>

/** Every operation of a contract by GET, with its name. */
function* gets(within: Contract, names: readonly string[] = []): Generator<readonly [readonly string[], Operation]> {
  for (const [name, one] of Object.entries(within))
    if (!('method' in one && typeof one.method === 'string')) yield* gets(one as Contract, [...names, name])
    else if ((one as Operation).method === 'GET') yield [[...names, name], one as Operation]
}

/** A session cookie suffices for a safe GET, which a link on a page of another site can cause. */
it('no GET writes to the store, except those that are marked as not safe', async () => {
  const inner = memoryStore()
  let commits = 0
  const commit: typeof inner.commit = (...written) => {
    commits++
    return inner.commit(...written)
  }
  const box = testBox({ store: { ...inner, commit } })
  await box.experiments.create({
    body: { id: 'x', name: 'x', enabled: true, variants: [{ id: 'A', name: 'A', traffic: 1 }] },
  })
  await box.features.create({ body: { id: 'x', enabled: true, activationStrategy: 'NO_STRATEGY' } })
  await box.apis.create({ body: { id: 'x', name: 'X' } })
  await box.apis.deployments.create({ id: 'x', body: {} })
  const writing: string[] = []
  const marked: string[] = []
  for (const [names, operation] of gets(contract as unknown as Contract)) {
    const { required } = parametersOf(operation)
    const input = Object.fromEntries(required.map((name) => [name, 'x']))
    const find = names.reduce((from, name) => (from as Record<string, unknown>)[name], box as unknown) as Call
    commits = 0
    const ended = new AbortController()
    const answer = await find(input, { signal: ended.signal }).catch(() => undefined)
    if (isStream(operation.response)) await (answer as AsyncIterator<unknown> | undefined)?.return?.()
    ended.abort()
    if (commits > 0) writing.push(names.join('.'))
    if (!isSafe(operation)) marked.push(names.join('.'))
  }
  expect(writing).toEqual(['experiments.tree'])
  expect(marked).toEqual(writing)
  await box.close()
})
