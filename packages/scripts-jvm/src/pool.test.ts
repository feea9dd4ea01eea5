import { expect, it, onTestFinished } from 'vitest'
import { compiledScripts } from './compiled-scripts.ts'
import { createCompiling } from './compiling.ts'
import type { ToJvm } from './messages.ts'
import { createPool } from './pool.ts'
import type { StartJvm } from './worker.ts'

const endless = 'a script that the compiler does not finish'

/** Starts JVMs that compile scripts in order and run what they have, except JVMs that a script holds up. */
function startFakes() {
  const alive = new Set<number>()
  let started = 0
  const start: StartJvm = (listener) => {
    const pid = ++started
    const ended = Promise.withResolvers<void>()
    let isHeldUp = false
    alive.add(pid)
    const end = () => {
      if (!alive.delete(pid)) return
      ended.resolve()
      listener.end()
    }
    const answer = (message: ToJvm) => {
      if (!alive.has(pid)) return
      if (message.op === 'check') {
        isHeldUp ||= message.source === endless
        if (!isHeldUp)
          listener.message({ op: 'checked', id: message.id, classSpace: 0, entry: `JVM ${pid}`, classes: {} })
      }
      if (message.op === 'run' && !isHeldUp)
        listener.message({
          op: 'done',
          outcomes: message.runs.map(({ id }) => ({ id, active: true, logs: [`JVM ${pid}`] })),
        })
    }
    return {
      ...{ pid, ready: Promise.resolve(), ended: ended.promise, heardAt: () => performance.now() },
      send: (message) => queueMicrotask(() => answer(message)),
      hold() {},
      finish: () => queueMicrotask(end),
      kill: () => queueMicrotask(end),
    }
  }
  return { start, alive }
}

/** Compiles and runs in such JVMs. A compilation that takes 8 times as long as callers wait for it is given up. */
function open() {
  const { start, alive } = startFakes()
  const fetch = () => Promise.reject(new Error('There is no network'))
  const pool = createPool({ start, wallMs: 60_000, waitMs: 50, fetch, mostCompiles: 1_000 })
  onTestFinished(() => pool.close())
  const scripts = compiledScripts(undefined)
  const compiling = createCompiling({ compiler: 'fake', scripts, check: pool.check, compileMs: 50 })
  const compile = async (script: string) => {
    const ready = await compiling.compile(script)
    return 'error' in ready ? ready.error : ready.compiled.entry
  }
  return { pool, compile, alive }
}

it('a compilation that does not end is given up, and others are compiled in another JVM', async () => {
  const { compile, alive } = open()
  expect(await compile('before')).toBe('JVM 1')
  const waiting = [compile(endless), compile('behind')]
  for (const error of await Promise.all(waiting)) expect(error).toMatchObject({ code: 'TIME' })
  // Later callers get the outcome.
  await expect.poll(() => compile('behind')).toBe('JVM 2')
  expect(await compile(endless)).toEqual({
    code: 'SYNTAX',
    message: 'The compiler does not finish this script within 0.4 s: simplify it',
    ...{ line: 1, column: 1 },
  })
  expect(await compile('after')).toBe('JVM 2')
  expect([...alive]).toEqual([2])
})

it('runs beside a compilation that is given up are repeated, as often as that happens', async () => {
  const { pool, compile } = open()
  const held = Array.from({ length: 3 }, (_, n) => pool.check(endless).then((checked) => ['error' in checked, n]))
  const run = pool.run({ key: 'a', compiled: { entry: 'A', classes: {} }, context: '{}' })
  expect(await Promise.all(held)).toEqual([0, 1, 2].map((n) => [true, n]))
  expect(await run).toEqual({ active: true, logs: ['JVM 4'] })
  expect(await compile('after')).toBe('JVM 4')
})
