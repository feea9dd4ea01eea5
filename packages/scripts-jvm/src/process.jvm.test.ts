import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compiled, jarsOf, openEngine, scriptOf } from './engine.fixture.ts'
import type { JvmScriptEngine } from './jvm-script-engine.ts'
import type { JvmScriptEngineOptions } from './options.ts'

/** Processes are the same for each language. */
const language = 'scala'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const body = (text: string) => scriptOf(language, text)
const yes = body('enabled()')
const active = { active: true, logs: [] }
const ask = (engine: JvmScriptEngine, script: string) => engine.run({ type: language, script, context: {} })
const check = (engine: JvmScriptEngine, script: string) => engine.check({ type: language, script })

/** Opens an engine that is closed after the test, so that its JVM is no burden for others. */
function open(options: Partial<JvmScriptEngineOptions> = {}): JvmScriptEngine {
  const engine = openEngine(language, options)
  onTestFinished(() => engine.close())
  return engine
}

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Runs a program with an engine in a process of its own. */
function start(program: string, env: NodeJS.ProcessEnv = process.env) {
  const options = { language, classpath: jarsOf(language), sandbox: 'off', compileMs: 100_000, wallMs: 60_000 }
  const text = `
    import { jvmScriptEngine } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)}
    const engine = jvmScriptEngine(${JSON.stringify({ ...options, cache: compiled })})
    const outcome = await engine.run(${JSON.stringify({ type: language, script: yes, context: {} })})
    ${program}`
  const args = ['--conditions=@signalbox/source', '--input-type=module', '--eval', text]
  return spawn(process.execPath, args, { cwd: import.meta.dirname, env, stdio: ['ignore', 'pipe', 'inherit'] })
}

describe('the JVM', () => {
  it('is started by the first script, with an empty environment, and ends with the engine', async () => {
    const engine = open()
    expect(engine.pid()).toBeUndefined()
    expect(await ask(engine, yes)).toEqual(active)
    const pid = engine.pid() as number
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('')
    await engine.close()
    expect(isAlive(pid)).toBe(false)
    expect((await ask(engine, yes)).error?.code).toBe('UNAVAILABLE')
    expect((await check(engine, yes))?.code).toBe('UNAVAILABLE')
  })

  it('is replaced when it is killed, and what it had is run again', async () => {
    const engine = open()
    const slow = body('Thread.sleep(100); enabled()')
    await check(engine, slow)
    const pid = engine.pid() as number
    const runs = Array.from({ length: 8 }, () => ask(engine, slow))
    await Promise.race(runs) // two run at a time, so others wait or run
    process.kill(pid, 'SIGKILL')
    expect(await Promise.all(runs)).toEqual(runs.map(() => active))
    expect(engine.pid()).not.toBe(pid)
  })

  it('is killed in the middle of runs, and each caller has an answer within a second', async () => {
    let calls = 0
    const fetch = () => {
      calls++
      return new Promise<never>(() => {})
    }
    // The usual wall time of runs: a new JVM only starts when one is missing, and answers if it is ready before that time is over.
    const engine = open({ wallMs: 1_000, fetch })
    await expect.poll(() => ask(engine, yes)).toEqual(active)
    const waiting = `def enabled(context: JsObject, enabled: () => Unit, disabled: () => Unit, http: WSClient): Unit = {
      http.url("http://127.0.0.1").get().foreach { _ => enabled() }
    }`
    await check(engine, waiting)
    const pid = engine.pid() as number
    const begun = performance.now()
    const runs = Array.from({ length: 8 }, () => ask(engine, waiting))
    await expect.poll(() => calls).toBe(8)
    await expect.poll(() => performance.now() - begun).toBeGreaterThan(400)
    process.kill(pid, 'SIGKILL')
    const killed = performance.now()
    const codes = (await Promise.all(runs)).map(({ error }) => error?.code)
    expect(performance.now() - killed).toBeLessThan(1_000)
    // No script is to blame.
    expect(codes).toEqual(Array(8).fill('BUSY'))
    await expect.poll(() => ask(engine, yes)).toEqual(active)
    expect(engine.pid()).not.toBe(pid)
  })

  it('is replaced while the old one drains, after a number of compilations', async () => {
    const engine = open({ compiles: 3, cache: await openFolder() })
    const slow = body('Thread.sleep(200); enabled()')
    await check(engine, slow)
    const first = engine.pid() as number
    const run = ask(engine, slow)
    for (let n = 0; n < 2; n++) await check(engine, `${yes}// ${n}`)
    expect(await run).toEqual(active)
    expect(await ask(engine, yes)).toEqual(active)
    expect(engine.pid()).not.toBe(first)
    await expect.poll(() => isAlive(first)).toBe(false)
  })

  it('ends when its parent is killed, and leaves no files', async () => {
    const folder = await openFolder()
    const parent = start('console.log(outcome.active, engine.pid()); setInterval(() => {}, 1_000)', {
      ...process.env,
      TMPDIR: folder,
    })
    const [line] = await once(parent.stdout, 'data')
    const pid = Number(/^true (\d+)/.exec(String(line))?.[1])
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect((await readdir(folder)).filter((name) => name.startsWith('signalbox-jvm-'))).toEqual([])
  })

  it('has ended when close resolves, in a process that has nothing else to do', async () => {
    expect(await once(start('await engine.close(); process.exitCode = 3'), 'exit')).toEqual([3, null])
  })

  it('does not keep a process alive that has nothing to ask', async () => {
    expect(await once(start(''), 'exit')).toEqual([0, null])
  })

  it('is not found: the reason says what to do, and starting is tried again later', async () => {
    expect((await ask(open({ java: 'java-of-nowhere' }), yes)).error).toEqual({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/java-of-nowhere was not found: install a Java runtime/),
    })
    expect((await ask(open({ java: process.execPath }), yes)).error).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('could not start'),
    })
  })

  it('does not compile again what a folder keeps', async () => {
    const cache = await openFolder()
    const engine = open({ cache })
    expect(await ask(engine, yes)).toEqual(active)
    await engine.close()
    expect(await readdir(cache)).toHaveLength(1)
    // Its JVM is replaced after one compilation.
    const later = open({ cache, compiles: 1 })
    for (let time = 0; time < 2; time++) expect(await ask(later, yes)).toEqual(active)
    const pid = later.pid() as number
    expect(pid).toBeDefined()
    expect(await ask(later, `${yes}// another`)).toEqual(active)
    expect(later.pid()).not.toBe(pid)
  })
})
