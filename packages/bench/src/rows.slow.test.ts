import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile, createSignalbox, type GatewayApi } from '@signalbox/core'
import { expect, it } from 'vitest'
import { compareAnswers } from './candidates/compare-answers.ts'
import { flagd } from './candidates/flagd.ts'
import { growthBook } from './candidates/growthbook.ts'
import { handWritten } from './candidates/hand-written.ts'
import { liveFlags } from './candidates/live.ts'
import { scriptCandidates } from './candidates/scripts.ts'
import { signalbox } from './candidates/signalbox.ts'
import { toCandidate } from './candidates/to-candidate.ts'
import { unleash } from './candidates/unleash.ts'
import { startChild } from './child.ts'
import { bytesRead, cpuOf } from './fresh-process.ts'
import { race } from './harness.ts'
import { run, withReaders } from './rows/events/events.ts'
import { addingUp, addUp } from './rows/events/workflows.ts'
import { bytesAllocated } from './rows/flags/allocation.ts'
import { displayRate } from './rows/flags/experiments.ts'
import { handleTimes } from './rows/flags/features.ts'
import { checkTimes } from './rows/flags/live.ts'
import { bytesHeld } from './rows/flags/memory.ts'
import { besideEngine } from './rows/flags/scripts.ts'
import { listTimes, segmentTimes, targetingTimes } from './rows/flags/targeting.ts'
import { typedConfigs, valueTimes } from './rows/flags/values.ts'
import { largeApi } from './rows/gateway/gateway.ts'
import { bytesOfRoute, changeTimes, manyApis, matchTimes } from './rows/gateway/router.ts'
import { doorTimes } from './rows/http.ts'
import { listedAgain } from './rows/list-again.ts'
import { startCosts } from './rows/start.ts'
import { manyUsers, mixedFeatures, questions, targetedFeatures, targetedUsers } from './workload.ts'

const users = manyUsers(200)
const features = mixedFeatures(200, users)

it.each([
  ['this project', signalbox],
  ['its flags in an application', liveFlags],
  ['flagd', flagd],
  ['GrowthBook', growthBook],
  ['Unleash', unleash],
])('%s returns the same results as hand-written closures', async (_, setup) => {
  const [byHand, other] = [await handWritten(features), await setup(features)]
  await compareAnswers(other, byHand, { features, users })
  await other.close()
})

it('handles have the results of closures in an array, and a few times their cost', async () => {
  const { own } = await handleTimes(features, users, { rounds: 3, sliceMs: 20 })
  expect(own.ratio).toBeLessThan(4)
})

it('rules over attributes have the results of other SDKs, and a few times the cost of hand-written closures', async () => {
  const users = targetedUsers(200)
  const { byHand, own, allRules, others } = await targetingTimes(targetedFeatures(200, users), users, {
    rounds: 3,
    sliceMs: 20,
  })
  expect([byHand, own, allRules, ...others].map(({ name }) => name.split(' ')[0])).toEqual([
    ...['map', 'Signalbox', 'Signalbox'],
    ...['@openfeature/flagd-core', '@growthbook/growthbook', 'unleash-client', '@launchdarkly/node-server-sdk'],
  ])
  expect(byHand.ratio).toBeGreaterThan(1 / 4)
  expect(allRules.ratio).toBeLessThan(4)
})

it('typed values are those of other SDKs, at a few times the cost of hand-written closures', async () => {
  const [byHand, own, ...peers] = await valueTimes(typedConfigs(150), targetedUsers(200), { rounds: 3, sliceMs: 20 })
  expect([byHand, own, ...peers]).toHaveLength(4)
  expect(own!.ratio).toBeLessThan(10)
})

it('an attribute is one of many values about as fast as one value', async () => {
  const [, list] = await listTimes({ rounds: 3, sliceMs: 20 })
  expect(list.ratio).toBeLessThan(10)
})

it('a change of a segment applies to all features that use it, when the write resolves', async () => {
  const { used, unused } = await segmentTimes({ features: 2000, users: 200, rounds: 2 })
  expect(used).toBeGreaterThan(0)
  expect(unused).toBeGreaterThan(0)
})

it('a candidate with other results is excluded from the race', async () => {
  const byHand = await handWritten(features)
  const wrong = { ...byHand, isActive: () => true }
  for (const one of [wrong, { ...wrong, hash: 'another' }])
    await expect(compareAnswers(one, byHand, { features, users })).rejects.toThrow('finds')
})

it('a check takes at most a few times as long as a hand-written closure', async () => {
  const order = questions(features.length, users.length)
  const evaluators = [await handWritten(features), await signalbox(features)]
  const [, own] = await race(
    evaluators.map((one) => toCandidate(one, features, users, order)),
    { rounds: 5, sliceMs: 20 },
  )
  expect(own?.ratio).toBeLessThan(4)
})

it('a check in an application takes a fraction of what the SDKs of others take', async () => {
  const { own, others } = await checkTimes(features, users, { rounds: 5, sliceMs: 20 })
  expect(own.name).toBe('Signalbox `live`')
  expect(others).toHaveLength(3)
  for (const { ratio } of others) expect(ratio).toBeGreaterThan(1.5)
})

it('checks run while features are listed again, with the same results', async () => {
  const { checks, isSame, longestTurnMs, cpuMs } = await listedAgain(5000)
  expect(isSame).toBe(true)
  expect(checks).toBeGreaterThan(10)
  expect(longestTurnMs).toBeLessThan(cpuMs / 2)
})

it('a check allocates nothing', async () => {
  expect(await bytesAllocated('signalbox', 'fixed')).toBeLessThan(0.1)
})

it.each(['started', 'index', 'live', 'live-distinct'] as const)(
  'a feature of %s takes some hundred bytes',
  async (what) => {
    const bytes = await bytesHeld(what, { count: 20_000 })
    expect(bytes).toBeGreaterThan(100)
    expect(bytes).toBeLessThan(700)
  },
)

it('a start reads features as texts, and the first tree compiles them', async () => {
  const { bytes, bytesUsed, startMs, firstTreeMs } = await startCosts(20_000)
  expect(bytesUsed).toBeGreaterThan(bytes)
  for (const time of [startMs, firstTreeMs]) expect(time).toBeGreaterThan(0)
})

it('a check takes no longer while a script engine is under load', async () => {
  const { ratio } = await besideEngine({ rounds: 7, sliceMs: 20 })
  expect(ratio).toBeLessThan(2)
})

it('each server answers the calls that are measured over HTTP, at a few times the CPU time of a bare route', async () => {
  for (const { bare, ...doors } of await doorTimes({ rounds: 1, seconds: 0.1 }))
    for (const times of Object.values(doors)) expect(times[0]! / bare[0]!).toBeLessThan(10)
}, 120_000)

it('thousands of scripts run per second of CPU time', async () => {
  const { candidates, together, close } = await scriptCandidates()
  const standings = await race(candidates, { rounds: 3, sliceMs: 20 })
  await close()
  const own = standings.find(({ name }) => name === 'a script, 100 at a time')
  expect((1e9 * together) / own!.nanoseconds).toBeGreaterThan(1_000)
})

it.each(['bare', 'memory', 'sqlite'])('the server %s counts displays, and reports its CPU time', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
  const [load, server] = [
    startChild('load-displays'),
    startChild('servers/serve-displays', [name, join(folder, 'http.db')]),
  ]
  try {
    expect(await displayRate(load, server, 64)).toEqual({
      perSecond: expect.any(Number),
      perCpuSecond: expect.any(Number),
    })
  } finally {
    await Promise.all([load.stop(), server.stop()])
    rmSync(folder, { recursive: true })
  }
})

it('four times the routes take no more than some four times as long to compile', async () => {
  const toRun = (api: GatewayApi) => (times: number) => {
    for (let i = 0; i < times; i++) compile(api)
  }
  const [, large] = await race(
    [1000, 4000].map((routes) => ({ name: `${routes} routes`, run: toRun(largeApi(routes)) })),
    { rounds: 5, sliceMs: 20 },
  )
  expect(large?.ratio).toBeLessThan(9)
})

it('the router finds a route for each request that is measured, and changes cost a fraction of a new router', async () => {
  const apis = manyApis(4000)
  const effort = { rounds: 3, sliceMs: 20 }
  expect(await matchTimes(apis, effort)).toHaveLength(5)
  const [, api] = await changeTimes(apis, effort)
  expect(api?.ratio).toBeLessThan(0.5)
  expect(await bytesOfRoute(10_000)).toBeLessThan(400)
})

it.each(['bare', 'hono', 'signalbox'])('every reader of %s sees each event once and in order', async (name) => {
  const { whole, frames } = await withReaders(name, { readers: 20 }, (server, load) =>
    run(server, load, { events: 30, everyMs: 2 }),
  )
  expect([whole, frames]).toEqual([20, 600])
})

it('the measured workflow has the result of the function, within the budgets of a run', async () => {
  const box = createSignalbox()
  for (const rounds of [0, 1, 1000])
    expect(await box.workflows.test({ body: { config: addingUp(rounds) } })).toMatchObject({ result: addUp(rounds) })
  await box.close()
})

it('importing a package reads each file once, and costs CPU time', async () => {
  expect(await bytesRead('')).toBe(0)
  const hono = await bytesRead("await import('hono')")
  expect(hono).toBeGreaterThan(10_000)
  expect(await bytesRead("await import('hono')\nawait import('hono')")).toBe(hono)
  const [bare, large] = [await cpuOf(''), await cpuOf("await import('unleash-client')")]
  expect(large).toBeGreaterThan(bare)
})

it('a failing program has no figure', async () => {
  await expect(cpuOf("throw new Error('It fails')")).rejects.toThrow('It fails')
})
