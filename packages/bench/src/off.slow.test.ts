import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Child, startChild } from './child.ts'
import { observedWork, type Variant } from './observed-work.ts'
import type { Needs } from './programs/count-work.ts'

const variants: readonly Variant[] = ['off', 'none', 'on']
let programs: readonly Child[] = []
beforeAll(() => {
  // The files of sources are told apart, and a young generation is so large that nothing is collected while bytes are counted.
  const flags = ['--conditions=@signalbox/source', '--min-semi-space-size=64', '--max-semi-space-size=64']
  programs = variants.map((variant) => startChild('count-work', [variant], flags))
})
afterAll(() => Promise.all(programs.map((program) => program.stop())))

const counted = new Map<string, Promise<Needs[]>>()

/** What the work needs without observers, with one that wants to see nothing, and with one that sees everything. */
async function needsOf(work: string): Promise<readonly [Needs, Needs, Needs]> {
  const needs = counted.get(work) ?? Promise.all(programs.map((program) => program.ask<Needs>(work)))
  counted.set(work, needs)
  return (await needs) as [Needs, Needs, Needs]
}

/** The files that only observers need. */
const observing = ({ files }: Needs) => files.filter((file) => /telemetry|observe-|tracing|access-log/.test(file))

const inProcess = ['checks in process', 'checks of createFlags']
const inCore = [...inProcess, 'calls of features.check', 'writes', 'displays of an experiment', 'runs of a workflow']
/** Their timers run when the machine lets them. */
const timed = ['deliveries of a webhook']
const others = ['checks over HTTP', 'requests to a gateway']

it('all work is counted', () => {
  expect(Object.keys(observedWork)).toEqual([...inCore, ...timed, ...others])
})

describe('telemetry that is missing', () => {
  it.each([...inCore, ...timed])('is neither asked for nor told of %s', async (work) => {
    const [off, none, on] = await needsOf(work)
    expect(on.told).toBeGreaterThan(0)
    expect([off.told, none.told, off.reads, none.reads]).toEqual([0, 0, 0, 0])
    expect([observing(off), observing(none)]).toEqual([[], []])
    expect(observing(on)).not.toEqual([])
  })

  it.each(inCore)('adds no function and no promise to %s', async (work) => {
    const [off, none, on] = await needsOf(work)
    expect([none.calls, none.promises]).toEqual([off.calls, off.promises])
    expect(on.calls).toBeGreaterThanOrEqual(off.calls + on.told)
  })

  it.each(inProcess)('allocates nothing for %s', async (work) => {
    const [off, none] = await needsOf(work)
    expect(off.bytes).toBeLessThan(64)
    expect(none.bytes).toBeLessThan(64)
  })
})

it('without observe, a call over HTTP makes no ObservedCall, and calls the handler itself', async () => {
  const [off, , on] = await needsOf('checks over HTTP')
  // The observed handler makes an ObservedCall and a function that responds: two functions.
  expect([off.told, on.told]).toEqual([0, 1])
  expect(on.calls - off.calls).toBe(2)
  // It promises the response, which is there at once without it.
  expect(off.promises).toBeLessThan(on.promises)
})

it('without an access log and traces, a gateway does not run their code', async () => {
  const [off, , on] = await needsOf('requests to a gateway')
  expect(observing(off)).toEqual([])
  expect(observing(on)).toEqual(['gateway/src/observe/access-log.ts'])
  expect(off.calls).toBeLessThan(on.calls)
})
