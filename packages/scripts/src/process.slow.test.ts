import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'tsup'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import config from '../tsup.config.ts'

const execute = promisify(execFile)
const sources = new URL('index.ts', import.meta.url).href

/** Loads other packages from their sources. */
const sourced = '--conditions=@signalbox/source'

/** Runs a program in its own process, which must exit without being stopped, and returns its output parsed as JSON. */
async function print(
  program: string,
  { entry = sources, flags = [] }: { entry?: string; flags?: readonly string[] } = {},
) {
  const text = `
    import { scriptEngine } from ${JSON.stringify(entry)}
    const ask = (engine, script, context = {}) => engine.run({ type: 'javascript', script, context })
    const print = (value) => process.stdout.write(JSON.stringify(value))
    ${program}`
  const { stdout } = await execute(process.execPath, [sourced, ...flags, '--input-type=module', '--eval', text], {
    cwd: import.meta.dirname,
    timeout: 290_000,
  })
  return JSON.parse(stdout)
}

/** With Node's permission model and without the permission for threads, a process cannot start any. */
const withoutThreads = ['--permission', '--allow-fs-read=*', '--no-warnings']

/** A leak of 100 kB per call would be 100 MB. The test waits for garbage to be collected. */
const mostGrownMB = 60

const yes = 'function enabled(context, enabled) { enabled() }'

describe('a process', () => {
  it('has no handle left after close, and ends', async () => {
    const resources = await print(`
      const engine = scriptEngine({ wallMs: 10_000 })
      const before = process.getActiveResourcesInfo().sort()
      await Promise.all([ask(engine, '${yes}'), ask(engine, 'for (;;);'), engine.check({ type: 'javascript', script: '(' })])
      ask(engine, 'for (;;);')
      await engine.close()
      print({ before, after: process.getActiveResourcesInfo().sort() })`)
    expect(resources.after).toEqual(resources.before)
  })

  it('ends without close too, once nothing runs', async () => {
    expect(await print(`print(await ask(scriptEngine({ wallMs: 10_000 }), '${yes}'))`)).toEqual({
      active: true,
      logs: [],
    })
  })

  it('starts threads only for the first script, and up to the limit', async () => {
    const { before, plain, after } = await print(
      `const { createSignalbox } = await import('@signalbox/core')
      process.report.excludeNetwork = true
      const state = () => ({ threads: process.report.getReport().workers.length, handles: process.getActiveResourcesInfo() })
      const before = state()
      const engine = scriptEngine({ cpuMs: 1_000, wallMs: 60_000 })
      const box = createSignalbox({ scripts: { javascript: engine } })
      await box.features.create({ body: { id: 'plain', enabled: true, activationStrategy: 'NO_STRATEGY' } })
      await box.features.checkWith({ id: 'plain', body: {} })
      const plain = state()
      for (let time = 0; time < 3; time++) await Promise.all(Array.from({ length: 200 }, () => ask(engine, '${yes}')))
      const after = state()
      print({ before, plain, after })
      await box.close()`,
    )
    expect(plain).toEqual(before)
    expect(before.threads).toBe(0)
    expect(after.threads).toBeGreaterThanOrEqual(1)
    expect(after.threads).toBeLessThanOrEqual(2)
  })

  it('receives an error that names the option if there are no worker threads', async () => {
    const { outcome, problem } = await print(
      `const engine = scriptEngine()
      print({ outcome: await ask(engine, '${yes}'), problem: await engine.check({ type: 'javascript', script: '' }) })`,
      { flags: withoutThreads },
    )
    const error = { code: 'UNAVAILABLE', message: expect.stringMatching(/require worker threads.*option "scripts"/) }
    expect(outcome).toEqual({ active: false, logs: [], error })
    expect(problem).toEqual(error)
  })

  it('evaluates all features without scripts if there are no worker threads', async () => {
    const { plain, scripted, tree } = await print(
      `const { createSignalbox } = await import('@signalbox/core')
      const box = createSignalbox({ scripts: { javascript: scriptEngine() } })
      const create = (id, rest) => box.features.create({ body: { id, enabled: true, ...rest } })
      await create('plain', { activationStrategy: 'PERCENTAGE', parameters: { percentage: 100 } })
      await create('scripted', { activationStrategy: 'SCRIPT', parameters: { type: 'javascript', script: '${yes}' } })
      const check = (id) => box.features.checkWith({ id, body: { id: 'ann' }, explain: true })
      const tree = await box.features.treeWith({ body: { id: 'ann' } })
      print({ plain: await check('plain'), scripted: await check('scripted'), tree })
      await box.close()`,
      { flags: withoutThreads },
    )
    expect(plain.active).toBe(true)
    const message = expect.stringMatching(/require worker threads.*option "scripts"/)
    expect(scripted).toMatchObject({ active: false, explanation: { reason: 'ERROR', message } })
    expect(tree).toEqual({ plain: { active: true }, scripted: { active: false } })
  })
})

describe('a thousand hostile calls', () => {
  it('do not increase the memory of the process', async () => {
    const { grown, codes } = await print(
      `
      const engine = scriptEngine({ cpuMs: 5, wallMs: 100_000 })
      const body = (text) => 'function enabled(context, enabled) { ' + text + ' }'
      const short = [
        'let s = "x"; const a = []; for (;;) a.push(s += s)',
        'for (;;);',
        '(function f() { return f() + 1 })()',
        'for (;;) new Promise(() => {}).then(() => {})',
        'for (;;) console.log("x".repeat(1e5))',
        'const a = []; for (;;) a.push(new ArrayBuffer(4e6))',
      ]
      const long = [
        'const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))',
        'const a = []; for (;;) a.push(new Array(1000).fill("x"))',
        'throw new Error("x".repeat(4e6))',
      ]
      const ofAll = (all, i) => all[i % all.length]
      const threat = (i) => body(i % 10 === 9 ? ofAll(long, (i - 9) / 10) : ofAll(short, i)) 
      const native = () => body('return new Array(1e9) + ""')
      let last = 0
      const wave = (count, script) =>
        Promise.all(Array.from({ length: count }, (_, i) => ask(engine, script(i) + '//' + last++)))
      const settle = async (isSettled, rounds) => {
        let least = Infinity
        for (let round = 0; round < rounds && !isSettled(least); round++) {
          const outcomes = await wave(50, () => body('enabled()'))
          // On a busy machine the five milliseconds of a script that does nothing may run out, too.
          if (!outcomes.some(({ active }) => active)) throw new Error(JSON.stringify(outcomes))
          globalThis.gc()
          least = Math.min(least, process.memoryUsage.rss() / 1e6)
        }
        return least
      }

      await wave(100, threat)
      const before = await settle(() => false, 20)
      const outcomes = []
      for (let i = 0; i < 10; i++) outcomes.push(...await wave(100, threat))
      outcomes.push(...await wave(6, native))
      const after = await settle((size) => size < before + ${mostGrownMB}, 100)
      await engine.close()
      print({ grown: after - before, codes: [...new Set(outcomes.map(({ error }) => error?.code ?? 'none'))] })`,
      { flags: ['--expose-gc'] },
    )
    for (const code of codes) expect(['CPU', 'MEMORY', 'EXCEPTION']).toContain(code)
    expect(grown).toBeLessThan(mostGrownMB)
  }, 300_000)
})

describe('the built package', () => {
  let folder: string
  beforeAll(async () => {
    const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache')
    await mkdir(cache, { recursive: true })
    folder = await mkdtemp(join(cache, 'scripts-'))
    const root = join(import.meta.dirname, '..')
    const entry = { index: join(root, 'src/index.ts'), worker: join(root, 'src/worker.ts') }
    await build({
      ...config,
      entry,
      config: false,
      dts: false,
      silent: true,
      outDir: folder,
      external: [/^@signalbox/],
    })
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('starts its worker, as the sources do', async () => {
    const entry = pathToFileURL(join(folder, 'index.js')).href
    expect(await print(`print(await ask(scriptEngine({ wallMs: 10_000 }), '${yes}'))`, { entry })).toEqual({
      active: true,
      logs: [],
    })
  })

  it('fails at once if its worker cannot start', async () => {
    await rm(join(folder, 'worker.js'))
    const entry = pathToFileURL(join(folder, 'index.js')).href
    const program = `
      const engine = scriptEngine({ wallMs: 20_000 })
      print(await Promise.all([ask(engine, '${yes}'), ask(engine, '${yes}')]))`
    const outcomes = await print(program, { entry })
    const error = { code: 'UNAVAILABLE', message: expect.stringMatching(/MODULE_NOT_FOUND$/) }
    expect(outcomes).toEqual(Array(2).fill({ active: false, logs: [], error }))
  })
})
