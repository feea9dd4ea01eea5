import { once } from 'node:events'
import { createContext, runInContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { scriptEngine } from '@signalbox/scripts'
import type { Candidate } from '../harness.ts'

/** The script to evaluate. */
const script = `function enabled(context, enabled, disabled) {
  if (context.user.country === 'FR' && context.roles.includes('beta')) enabled()
  else disabled()
}`
const context = { id: 'ann', user: { country: 'FR', plan: 'pro', age: 33 }, roles: ['admin', 'beta', 'staff'] }

/** How many checks one operation of a candidate makes. */
const together = 100

/**
 * Candidates that evaluate one script a hundred times per operation: as a plain function in a thread, which gets the
 * contexts as JSON in one message (the minimum cost of isolation by threads); in `node:vm`, which does not isolate; and
 * in the sandbox, all at once or one after the other. CPU time includes both threads.
 */
export async function scriptCandidates(): Promise<{
  candidates: readonly Candidate[]
  together: number
  close: () => Promise<void>
}> {
  const worker = new Worker(plainThread, { eval: true, workerData: script })
  const engine = scriptEngine({ workers: 1, wallMs: 60_000 })
  const inVm = runInContext(`(${script})`, createContext({})) as Enabled
  const ask = () => engine.run({ type: 'javascript', script, context })
  const expectActive = (active: boolean) => {
    if (!active) throw new Error('A script is not active')
  }

  const candidates: readonly Candidate[] = [
    {
      name: 'a function in a thread, 100 a message',
      async run(times) {
        for (let time = 0; time < times; time++) {
          worker.postMessage(Array.from({ length: together }, () => JSON.stringify(context)))
          const [answers] = (await once(worker, 'message')) as [boolean[]]
          answers.forEach(expectActive)
        }
      },
    },
    {
      name: 'a function of `node:vm` in the same thread',
      run(times) {
        for (let time = 0; time < times * together; time++) {
          let active = false
          const answer = (is: boolean) => () => {
            active = is
          }
          inVm(JSON.parse(JSON.stringify(context)), answer(true), answer(false))
          expectActive(active)
        }
      },
    },
    {
      name: 'a script, 100 at a time',
      async run(times) {
        for (let time = 0; time < times; time++)
          for (const { active } of await Promise.all(Array.from({ length: together }, ask))) expectActive(active)
      },
    },
    {
      name: 'a script, one at a time',
      async run(times) {
        for (let time = 0; time < times * together; time++) expectActive((await ask()).active)
      },
    },
  ]
  return {
    candidates,
    together,
    async close() {
      await worker.terminate()
      await engine.close()
    },
  }
}

type Enabled = (context: unknown, enabled: () => void, disabled: () => void) => void

const plainThread = `
  const { parentPort, workerData } = require('node:worker_threads')
  const enabled = new Function(workerData + '; return enabled')()
  parentPort.on('message', (contexts) => {
    parentPort.postMessage(
      contexts.map((context) => {
        let active
        enabled(JSON.parse(context), () => { active ??= true }, () => { active ??= false })
        return active
      }),
    )
  })`
