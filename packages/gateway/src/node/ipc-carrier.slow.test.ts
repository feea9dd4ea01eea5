import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { importing } from '../importing.fixture.ts'
import { memoryCarrier } from '../limits/memory-carrier.ts'
import { serveLimits } from './ipc-carrier.ts'
import type { Work } from './limits-child.fixture.ts'

const program = fileURLToPath(new URL('./limits-child.fixture.ts', import.meta.url))

/** Starts a process that shares limits with others over this one. */
async function start(): Promise<ChildProcess> {
  const child = fork(program, [], { execArgv: [...importing] })
  onTestFinished(() => void child.kill())
  await once(child, 'message')
  return child
}

async function work(child: ChildProcess, message: Work): Promise<readonly number[]> {
  return new Promise((resolve) => {
    const receive = (answer: unknown) => {
      if (typeof answer !== 'object' || answer === null || !('admitted' in answer)) return
      child.off('message', receive)
      resolve(answer.admitted as number[])
    }
    child.on('message', receive)
    child.send(message)
  })
}

it.each(['day', 'window', 'rate'] as const)(
  'three processes share 400 limits of the kind %s: each admits no more than one process would',
  async (kind) => {
    const carrier = memoryCarrier()
    const children = await Promise.all([start(), start(), start()])
    for (const child of children) onTestFinished(serveLimits(child, carrier))
    const keys = Array.from({ length: 400 }, (_, i) => `key ${i}`)
    const policy = { kind, name: kind, rate: 20, windowMs: 3_600_000, burst: 0 }
    const admitted = await Promise.all(
      children.map((child, seed) => work(child, { keys, policy, requests: 15, seed, tries: 1000 })),
    )
    const sums = keys.map((_, place) => admitted.reduce((sum, counts) => sum + (counts[place] as number), 0))
    expect(Math.max(...sums)).toBe(20)
    // A unit that one process holds may be missing in another.
    expect(Math.min(...sums)).toBeGreaterThanOrEqual(20 - children.length)
  },
)

it('a process whose primary is gone admits nothing if it must not', async () => {
  const child = await start()
  const policy = { kind: 'day', name: 'day', rate: 5, windowMs: 86_400_000, burst: 0 } as const
  expect(await work(child, { keys: ['a'], policy, requests: 3, seed: 0, tries: 1 })).toEqual([0])
})
