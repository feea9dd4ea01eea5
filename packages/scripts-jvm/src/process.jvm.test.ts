import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { jvmLanguages } from './artifacts.ts'
import { compiled, jarsOf, openEngine, scriptOf } from './engine.fixture.ts'
import type { JvmScriptEngine } from './jvm-script-engine.ts'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const residentMB = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Scripts that are compiled and dropped: all of them in a long run. After a few, the heap of the JVM still grows. */
const { scripts, growth } = process.env.SIGNALBOX_SOAK ? { scripts: 1_000, growth: 1.2 } : { scripts: 40, growth: 1.6 }

describe.each(jvmLanguages)('the JVM of %s', (language) => {
  const body = (text: string) => scriptOf(language, text)
  const yes = body('enabled()')
  const ask = (engine: JvmScriptEngine, script: string, context = {}) => engine.run({ type: language, script, context })
  const check = (engine: JvmScriptEngine, script: string) => engine.check({ type: language, script })
  /** The options of an engine in a process of its own. */
  const options = JSON.stringify({
    ...{ language, classpath: jarsOf(language), sandbox: 'off', compileMs: 100_000, wallMs: 60_000, cache: compiled },
  })
  const index = JSON.stringify(new URL('index.ts', import.meta.url).href)
  const run = `{ type: '${language}', script: ${JSON.stringify(yes)}, context: {} }`

  it('is started by the first script, with an empty environment, and ends with the engine', async () => {
    const engine = openEngine(language)
    expect(engine.pid()).toBeUndefined()
    await ask(engine, yes)
    const pid = engine.pid() as number
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('')
    await engine.close()
    expect(isAlive(pid)).toBe(false)
    expect((await ask(engine, yes)).error?.code).toBe('UNAVAILABLE')
    expect((await check(engine, yes))?.code).toBe('UNAVAILABLE')
  })

  it('is replaced when it is killed, and every caller gets an answer', async () => {
    const engine = openEngine(language)
    await ask(engine, yes)
    const pid = engine.pid() as number
    const slow = body('Thread.sleep(300); enabled()')
    await check(engine, slow)
    const runs = Array.from({ length: 20 }, () => ask(engine, slow))
    await Promise.race(runs) // four run at a time, so others wait or run
    process.kill(pid, 'SIGKILL')
    const outcomes = await Promise.all(runs)
    expect(outcomes).toEqual(outcomes.map(() => ({ active: true, logs: [] })))
    expect(engine.pid()).not.toBe(pid)
  })

  it('answers every caller within a second if it is killed in the middle', async () => {
    const engine = openEngine(language, { wallMs: 1_000 })
    await expect.poll(() => ask(engine, yes)).toEqual({ active: true, logs: [] })
    const waiting = body('Thread.sleep(700); enabled()')
    await check(engine, waiting)
    const runs = Array.from({ length: 8 }, () => ask(engine, waiting))
    await new Promise(setImmediate)
    const killed = performance.now()
    process.kill(engine.pid() as number, 'SIGKILL')
    expect(await Promise.all(runs)).toHaveLength(8)
    // The second is the wall time of the runs; the rest is for a machine that is busy.
    expect(performance.now() - killed).toBeLessThan(2_000)
    await expect.poll(() => ask(engine, yes)).toEqual({ active: true, logs: [] })
  })

  it('is replaced while the old one drains, after a number of compilations', async () => {
    const engine = openEngine(language, { compiles: 3 })
    const slow = body('Thread.sleep(200); enabled()')
    await check(engine, slow)
    const first = engine.pid() as number
    const run = ask(engine, slow)
    for (let n = 0; n < 3; n++) await check(engine, `${yes}// ${n}`)
    expect(await run).toEqual({ active: true, logs: [] })
    expect(await ask(engine, yes)).toEqual({ active: true, logs: [] })
    expect(engine.pid()).not.toBe(first)
    await expect.poll(() => isAlive(first)).toBe(false)
  })

  it('ends when its parent is killed, and leaves no files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const program = `
      import { jvmScriptEngine } from ${index}
      const engine = jvmScriptEngine(${options})
      console.log(JSON.stringify(await engine.run(${run})), engine.pid())
      setInterval(() => {}, 1_000)`
    const parent = spawn(
      process.execPath,
      ['--conditions=@signalbox/source', '--input-type=module', '--eval', program],
      {
        cwd: import.meta.dirname,
        env: { ...process.env, TMPDIR: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const [line] = await once(parent.stdout, 'data')
    const pid = Number(/ (\d+)/.exec(String(line))?.[1])
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect((await readdir(folder)).filter((name) => name.startsWith('signalbox-jvm-'))).toEqual([])
  })

  it('has ended when close resolves, in a process that has nothing else to do', async () => {
    const program = `
      import { jvmScriptEngine } from ${index}
      const engine = jvmScriptEngine(${options})
      await engine.run(${run})
      await engine.close()
      process.exitCode = 3`
    const child = spawn(
      process.execPath,
      ['--conditions=@signalbox/source', '--input-type=module', '--eval', program],
      {
        cwd: import.meta.dirname,
        stdio: 'inherit',
      },
    )
    expect(await once(child, 'exit')).toEqual([3, null])
  })

  it('does not keep a process alive that has nothing to ask', async () => {
    const program = `
      import { jvmScriptEngine } from ${index}
      const engine = jvmScriptEngine(${options})
      await engine.run(${run})`
    const child = spawn(
      process.execPath,
      ['--conditions=@signalbox/source', '--input-type=module', '--eval', program],
      {
        cwd: import.meta.dirname,
        stdio: 'inherit',
      },
    )
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it(`has as much memory after ${scripts} different scripts`, { timeout: 1_800_000 }, async () => {
    const engine = openEngine(language)
    const text = (n: number) =>
      scriptOf(language, {
        kotlin: `if (context["n"] == ${n}) enabled() else disabled()`,
        scala: `if (context("n") == ${n}) enabled() else disabled()`,
      })
    const compile = async (from: number, count: number) => {
      for (let n = from; n < from + count; n++)
        expect(await ask(engine, text(n), { n })).toEqual({ active: true, logs: [] })
      return residentMB(engine.pid() as number)
    }
    const before = await compile(0, scripts / 2)
    const after = await compile(scripts / 2, scripts / 2)
    console.log(`resident memory of the JVM of ${language}: ${Math.round(before)} MB, then ${Math.round(after)} MB`)
    expect(after).toBeLessThan(before * growth)
  })

  it('says what to do if there is no Java, and tries again later', async () => {
    const engine = openEngine(language, { java: 'java-of-nowhere' })
    expect((await ask(engine, yes)).error).toEqual({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/java-of-nowhere was not found: install a Java runtime/),
    })
    const wrong = openEngine(language, { java: process.execPath })
    expect((await ask(wrong, yes)).error).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('could not start'),
    })
  })

  it('does not compile again what a folder keeps', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'signalbox-test-'))
    onTestFinished(() => rm(cache, { recursive: true }))
    const engine = openEngine(language, { cache })
    await ask(engine, yes)
    await engine.close()
    expect(await readdir(cache)).toHaveLength(1)
    const later = openEngine(language, { cache })
    const begin = performance.now()
    expect(await ask(later, yes)).toEqual({ active: true, logs: [] })
    const known = performance.now() - begin
    await ask(later, `${yes}// another`)
    expect(known).toBeLessThan(performance.now() - begin)
  })
})
