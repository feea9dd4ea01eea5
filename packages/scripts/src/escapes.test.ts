import { describe, expect, it } from 'vitest'
import { ask, body, openEngine, staysWell } from './engine.fixture.ts'

const engine = openEngine()
staysWell(engine)

describe('a script that tries to escape', () => {
  it.each([
    ['the constructor of a function', '(() => {}).constructor("return globalThis")()'],
    ['the constructor of a callback', 'enabled.constructor("return globalThis")()'],
    ['the constructor of http', 'http.fetch.constructor("return globalThis")()'],
    [
      'the constructor of an error of the host',
      '(() => { try { http.call(1n) } catch (e) { return e.constructor.constructor("return globalThis")() } })()',
    ],
    ['the constructor of an async function', 'globalThis; (async () => {}).constructor("return 1")()'],
    ['eval', '(0, eval)("this")'],
    ['this', '(function () { return this })()'],
  ])('finds no host objects by %s', async (_, reach) => {
    const names = [
      'process',
      'require',
      'module',
      'Buffer',
      'fetch',
      'setTimeout',
      'WebAssembly',
      'Worker',
      'Atomics',
      'std',
      'os',
      'performance',
      'WeakRef',
      'FinalizationRegistry',
    ]
    const script = body(
      `const root = ${reach}; console.log(${JSON.stringify(names)}.filter((name) => name in Object(root))); enabled()`,
    )
    expect(await ask(engine, script)).toEqual({ active: true, logs: ['[]'] })
  })

  it.each([
    [
      'that the host refuses a call with',
      'for (;;) try { http.call({ url: "x" }, () => {}) } catch (error) { return error }',
    ],
    [
      'of memory',
      'const a = []; try { for (;;) a.push(new Uint8Array(1e5)) } catch {} for (;;) try { console.log("x".repeat(1e5)); a.push(1) } catch (error) { return error }',
    ],
    ['of the stack', 'try { (function f() { console.log(1); f() })() } catch (error) { return error }'],
  ])('sees no host files in an error %s', async (_, text) => {
    const script = body(`
      const error = (() => { ${text} })()
      const seen = error.stack + error.message
      console.log(/file:|node:|\\.ts|\\.js/.test(seen) ? seen : 'nothing')
      enabled()`)
    const { logs, error } = await ask(engine, script)
    expect(error?.code ?? logs.at(-1)).toMatch(/^(nothing|MEMORY|CPU|… and \d+ more lines)$/)
  })

  it('cannot import modules', async () => {
    const script = body('return Promise.all([import("node:fs"), import("file:///etc/passwd")]).then(enabled)')
    expect(await ask(engine, script)).toMatchObject({ active: false, error: { code: 'EXCEPTION' } })
  })

  it('cannot terminate the surrounding program', async () => {
    for (const script of ['} enabled = 1; {', '/*', '`', 'function enabled() {', '(', '//\u2028'])
      expect(await ask(engine, script)).toMatchObject({
        active: false,
        error: { code: expect.stringMatching(/SYNTAX|NO_ANSWER/) },
      })
  })

  it.each(['__proto__', 'constructor', 'prototype', 'toString'])(
    'reaches no prototype by %s in the context',
    async (name) => {
      const context = JSON.parse(`{"${name}":{"kept":"polluted"},"deep":{"${name}":{"kept":1}}}`)
      const script = body(
        `console.log(Object.keys(context)[0], context[${JSON.stringify(name)}].kept, ({}).kept, typeof kept); enabled()`,
      )
      expect(await ask(engine, script, context)).toEqual({
        active: true,
        logs: [`${name} polluted undefined undefined`],
      })
      expect(({} as Record<string, unknown>).kept).toBeUndefined()
    },
  )

  it('gains nothing by returning getters and proxies', async () => {
    const trap = 'new Proxy(() => {}, { get() { throw 1 }, apply() { throw 2 }, has() { throw 3 } })'
    expect(await ask(engine, body(`disabled(${trap}); return ${trap}`))).toEqual({ active: false, logs: [] })
    expect(await ask(engine, body(`enabled.call(${trap}, ${trap}); return ${trap}`))).toEqual({
      active: true,
      logs: [],
    })
    expect(await ask(engine, body('new enabled()'))).toMatchObject({ error: { code: 'EXCEPTION' } })
  })

  it('cannot break log and http by replacing built-ins', async () => {
    const replaced = `
      for (const owner of [JSON, Reflect, String.prototype, Function.prototype, Promise.prototype, Object.prototype, Array.prototype])
        for (const name of Object.getOwnPropertyNames(owner))
          try { owner[name] = () => { throw 'broken' } } catch {}`
    const script = body(`${replaced}; console.log('a', 1); enabled()`)
    expect(await ask(engine, script)).toEqual({ active: true, logs: ['a 1'] })
  })
})

describe('a script with many log lines', () => {
  it('has its first 100 lines kept, and the rest counted', async () => {
    // Ten thousand calls to the host take a busy machine much of the usual time limit.
    const patient = openEngine({ cpuMs: 5_000 })
    const { active, logs } = await ask(patient, body('for (let i = 0; i < 1e4; i++) console.log(i); enabled()'))
    expect(active).toBe(true)
    expect(logs).toEqual([...Array.from({ length: 100 }, (_, line) => `${line}`), '… and 9900 more lines'])
  })

  it('has long lines truncated', async () => {
    const { logs } = await ask(engine, body('console.log("x".repeat(1e6), 1); enabled()'))
    expect(logs).toEqual(['x'.repeat(1_000)])
  })

  it('can log values that cannot be shown', async () => {
    const values =
      'Symbol("s"), 1n, () => 1, new Proxy({}, { get() { throw 1 } }), (() => { const o = {}; o.o = o; return o })()'
    const { active, logs } = await ask(engine, body(`console.log(${values}); enabled()`))
    expect(active).toBe(true)
    expect(logs).toEqual(['Symbol(s) 1 () => 1 [cannot be shown] [object Object]'])
  })
})

describe('text', () => {
  const texts = ['😀 é \u{10FFFF}', '\u0000 null \u0000', '\ud800 lone', '\u2028\u2029', '</script>', '\\u0000']
  it.each(texts)('%j is preserved in the context, the source and the log', async (text) => {
    const script = body(
      `console.log(context.text); console.log(${JSON.stringify(text)}); context.text === ${JSON.stringify(text)} ? enabled() : disabled()`,
    )
    expect(await ask(engine, script, { text })).toEqual({ active: true, logs: [text, text] })
  })

  it('null bytes and lone surrogates between tokens are syntax errors', async () => {
    for (const script of ['\u0000', 'function enabled() { \u0000 }', 'let \ud800 = 1'])
      expect((await ask(engine, script)).error?.code).toBe('SYNTAX')
  })
})
