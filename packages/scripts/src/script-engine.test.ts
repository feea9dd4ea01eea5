import { describe, expect, it } from 'vitest'
import { ask, body, openEngine } from './engine.fixture.ts'
import { scriptEngine } from './index.ts'

const engine = openEngine()
const javascript = (script: string) => ({ type: 'javascript', script })

describe('a script', () => {
  it('decides by the context', async () => {
    const script = body(`context.user.roles.includes('beta') ? enabled() : disabled()`)
    expect(await ask(engine, script, { user: { roles: ['beta'] } })).toEqual({ active: true, logs: [] })
    expect(await ask(engine, script, { user: { roles: [] } })).toEqual({ active: false, logs: [] })
  })

  it.each([
    ['enabled(); disabled()', true],
    ['disabled(); enabled()', false],
    ['enabled(); throw new Error("late")', true],
    ['disabled(); return Promise.reject(1)', false],
    ['return Promise.resolve().then(() => Promise.resolve()).then(disabled).then(enabled)', false],
    ['queueMicrotask(enabled); queueMicrotask(disabled)', true],
  ])('with %s is decided by its first callback', async (text, active) => {
    expect((await ask(engine, body(text))).active).toBe(active)
  })

  it('can define its function in any way', async () => {
    const scripts = [
      'const enabled = (context, yes) => yes()',
      'var enabled = async (context, yes) => { await null; yes() }',
      '"use strict"; class A { static go(context, yes) { yes() } }; let enabled = A.go',
      '\uFEFFfunction enabled(context, yes) { yes() } // the end',
    ]
    for (const script of scripts) expect(await ask(engine, script)).toEqual({ active: true, logs: [] })
  })

  it.each([
    ['nothing', 'const a = 1', 'NO_ANSWER', 'The script does not define a function named enabled'],
    ['no function', 'const enabled = true', 'NO_ANSWER', 'The script does not define a function named enabled'],
    [
      'a function that calls nothing',
      body('return true'),
      'NO_ANSWER',
      'The script ended without calling enabled() or disabled()',
    ],
    [
      'a promise that never ends',
      body('return new Promise(() => {})'),
      'NO_ANSWER',
      'The script ended without calling enabled() or disabled()',
    ],
    ['a throw', body('throw new TypeError("no")'), 'EXCEPTION', 'TypeError: no'],
    ['a throw outside the function', 'null.x', 'EXCEPTION', "TypeError: cannot read property 'x' of null"],
    [
      'a rejection',
      body('return (async () => { await null; throw new RangeError("no") })()'),
      'EXCEPTION',
      'RangeError: no',
    ],
    ['a rejection that nobody awaits', body('Promise.reject(new Error("no"))'), 'EXCEPTION', 'Error: no'],
    ['a throw in a job', body('queueMicrotask(() => { throw new Error("no") })'), 'EXCEPTION', 'Error: no'],
  ])('that has %s is inactive with an error', async (_, script, code, message) => {
    const { active, error } = await ask(engine, script)
    expect(active).toBe(false)
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) })
  })

  it('that throws has an error with the position', async () => {
    const { error } = await ask(engine, 'function enabled() {\n  const smile = "😀"; missing()\n}')
    expect(error).toEqual({ code: 'EXCEPTION', message: 'ReferenceError: missing is not defined', line: 2, column: 23 })
  })

  it('can handle a rejection late', async () => {
    const script = body('const p = Promise.reject(1); return Promise.resolve().then(() => p.catch(enabled))')
    expect(await ask(engine, script)).toEqual({ active: true, logs: [] })
  })

  it('can log in any case', async () => {
    const log = `console.log('a', 1, null, undefined, { b: [true] }); console.error(new TypeError('c'));`
    const logs = ['a 1 null undefined {"b":[true]}', 'TypeError: c']
    expect(await ask(engine, body(`${log} enabled()`))).toEqual({ active: true, logs })
    expect((await ask(engine, body(`${log} throw 1`))).logs).toEqual(logs)
  })

  it('sees the time in UTC and random numbers', async () => {
    const script = body(
      'console.log(new Date(0).getHours(), Math.random()); Date.now() > 1.7e12 ? enabled() : disabled()',
    )
    const [one, two] = await Promise.all([ask(engine, script), ask(engine, script)])
    expect(one).toMatchObject({ active: true, logs: [expect.stringMatching(/^0 0\.\d+/)] })
    expect(one.logs).not.toEqual(two.logs)
  })
})

describe('a run leaves no state for the next', () => {
  const engine = openEngine({ workers: 1, cpuMs: 2_000 })
  const remembering: readonly (readonly [string, string])[] = [
    ['a global', 'globalThis.kept'],
    ['a property of a built-in', 'Array.prototype.kept'],
    ['a symbol-keyed property', 'Object[Symbol.for("kept")]'],
    ['a property of what the host gives', 'http.kept'],
    ['a property of a callback', 'enabled.kept'],
    ['the stack trace hook', 'Error.prepareStackTrace'],
    ['the stack trace limit', '(Error.stackTraceLimit === 77 ? { is: "secret" } : Error).stackTraceLimit'],
  ]
  it.each(remembering)('by %s', async (_, place) => {
    const script = body(`console.log(String(${place} && ${place}.is)); ${place} = { is: "secret" }; enabled()`)
    const outcomes = [await ask(engine, script), await ask(engine, script), await ask(engine, script)]
    for (const outcome of outcomes) expect(outcome).toEqual({ active: true, logs: ['undefined'] })
  })

  it('by a variable outside the function', async () => {
    const script = `let calls = 0; ${body('console.log(++calls); enabled()')}`
    for (let call = 0; call < 3; call++) expect((await ask(engine, script)).logs).toEqual(['1'])
  })

  it('by reused memory', async () => {
    await ask(engine, body('const a = new Uint8Array(500_000).fill(7); console.log(a[0]); enabled()'))
    const look = body('const a = new Uint8Array(500_000); a.some((byte) => byte !== 0) ? enabled() : disabled()')
    expect(await ask(engine, look)).toEqual({ active: false, logs: [] })
  })

  it('by a replaced built-in', async () => {
    await ask(engine, body('JSON.parse = () => ({ id: "other" }); String.prototype.slice = () => "other"; enabled()'))
    expect(await ask(engine, body('console.log(context.id); enabled()'), { id: 'ann' })).toEqual({
      active: true,
      logs: ['ann'],
    })
  })
})

describe('check', () => {
  it.each([
    ['function enabled( {\n  return 1', 2, 11],
    ['let a = 1;\r\n  let b = = 2', 2, 11],
    ['const é = "ü😀"; é é', 1, 20],
    ['const a = 1\nconst b = /(/', 2, 13],
    ['return 1', 1, 1],
    ['import x from "y"', 1, 8],
    ['} function enabled() {', 1, 1],
    ['function enabled() {}\u0000', 1, 22],
  ])('reports the position of the error in %j', async (script, line, column) => {
    expect(await engine.check(javascript(script))).toEqual({
      code: 'SYNTAX',
      message: expect.any(String),
      line,
      column,
    })
  })

  it('accepts a valid script without running it', async () => {
    expect(await engine.check(javascript('for (;;) missing()'))).toBeUndefined()
    expect(await engine.check(javascript(''))).toBeUndefined()
  })

  it.each([
    ['parentheses', '('.repeat(200_000)],
    ['arrays', '['.repeat(200_000)],
    ['unary operators', '!'.repeat(200_000)],
    ['functions', '()=>'.repeat(200_000)],
    ['groups of a regular expression', `/${'('.repeat(100_000)}${')'.repeat(100_000)}/`],
  ])('rejects a script that cannot be parsed: %s', async (_, script) => {
    expect(await engine.check(javascript(script))).toMatchObject({
      code: 'SYNTAX',
      line: 1,
      column: expect.any(Number),
    })
    expect(await ask(engine, body('enabled()'))).toEqual({ active: true, logs: [] })
  })
})

describe('an engine', () => {
  it('rejects other languages', async () => {
    const kotlin = { type: 'kotlin', script: 'fun enabled() {}' }
    const error = { code: 'UNAVAILABLE', message: 'This engine runs javascript, not kotlin' }
    expect(await engine.run({ ...kotlin, context: {} })).toEqual({ active: false, logs: [], error })
    expect(await engine.check(kotlin)).toEqual(error)
  })

  it.each([
    [{ cpuMs: 0 }, 'The option "cpuMs" of the script engine is 0: expected a whole number of at least 1'],
    [{ memoryMiB: 2 }, 'The option "memoryMiB" of the script engine is 2: expected a whole number of at least 4'],
    [{ workers: 1.5 }, 'The option "workers" of the script engine is 1.5: expected a whole number of at least 1'],
    [{ origins: ['api.example.com'] }, '"api.example.com" is not an origin: write it as "https://api.example.com"'],
    [{ origins: ['https://api.example.com/path'] }, '"https://api.example.com/path" is not an origin'],
  ])('rejects the options %j', (options, sentence) => {
    expect(() => scriptEngine(options)).toThrow(sentence)
  })

  it('fails as closed after close, which can be repeated', async () => {
    const engine = openEngine()
    const unfinished = ask(engine, body('for (;;);'))
    await engine.close()
    await engine.close()
    const error = { code: 'UNAVAILABLE', message: 'The script engine is closed' }
    expect(await unfinished).toEqual({ active: false, logs: [], error })
    expect(await ask(engine, body('enabled()'))).toEqual({ active: false, logs: [], error })
    expect(await engine.check(javascript(''))).toEqual(error)
  })
})
