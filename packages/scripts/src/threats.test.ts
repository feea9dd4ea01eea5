import type { ScriptErrorCode } from '@signalbox/core'
import { afterEach, describe, expect, it } from 'vitest'
import { ask, body, openEngine } from './engine.fixture.ts'

const engine = openEngine()

/** After each case the engine is well, and its workers are as new. */
afterEach(async () => {
  const healthy = body('console.log(typeof kept, [].kept, ({}).kept, context.id); enabled()')
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => ask(engine, healthy, { id: 'ann' })))
  for (const outcome of outcomes) expect(outcome).toEqual({ active: true, logs: ['undefined undefined undefined ann'] })
})

type Case = readonly [what: string, script: string, ...codes: readonly ScriptErrorCode[]]

/** Scripts that go wrong, and what they may fail with: how far one gets depends on the machine. */
const endless: readonly Case[] = [
  ['an infinite loop', body('for (;;);'), 'CPU'],
  ['an infinite loop outside the function', 'for (;;);', 'CPU'],
  [
    'an infinite loop that catches what it can',
    body('for (;;) try { for (;;); } catch {} finally { continue }'),
    'CPU',
  ],
  ['an infinite loop after its answer', body('enabled(); for (;;);'), 'CPU'],
  ['a generator without an end', body('const g = (function* () { for (;;) yield })(); for (const _ of g);'), 'CPU'],
  ['a promise loop', body('(function again() { return Promise.resolve().then(again) })()'), 'CPU'],
  ['an async loop', body('return (async () => { for (;;) await null })()'), 'CPU'],
  ['a microtask loop', body('(function again() { queueMicrotask(again) })()'), 'CPU'],
  ['a regular expression that backtracks', body('/(a+)+$/.test("a".repeat(40) + "b")'), 'CPU'],
  [
    'a sort that never ends',
    body('new Array(1e5).fill(0).sort(() => Math.random() - 0.5); for (;;);'),
    'CPU',
    'MEMORY',
  ],
  ['a proxy that answers for ever', body('JSON.stringify(new Proxy({}, { ownKeys: () => { for (;;); } }))'), 'CPU'],
  ['a then that never ends', body('return { get then() { for (;;); } }'), 'NO_ANSWER', 'CPU'],
  ['a growing number', body('let n = 3n; for (;;) n *= n'), 'CPU', 'EXCEPTION', 'MEMORY'],
  [
    'much nesting of JSON',
    body('let a = []; for (let i = 0; i < 28; i++) a = [a, a]; JSON.stringify(a)'),
    'CPU',
    'MEMORY',
  ],
]

const deep: readonly Case[] = [
  ['recursion', body('(function f() { return f() + 1 })()'), 'EXCEPTION'],
  ['recursion in toString', body('String({ toString() { return "" + this } })'), 'EXCEPTION'],
  [
    'recursion through proxies',
    body('let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x'),
    'EXCEPTION',
    'MEMORY',
    'CPU',
  ],
  ['recursion through getters', body('const o = { get a() { return this.a } }; o.a'), 'EXCEPTION'],
  ['deep JSON', body('JSON.parse("[".repeat(1e5))'), 'EXCEPTION'],
  ['deep code', body('eval("(".repeat(1e5))'), 'EXCEPTION'],
  ['a deep regular expression', body('new RegExp("(?:".repeat(1e5) + ")".repeat(1e5))'), 'EXCEPTION', 'MEMORY'],
]

const large: readonly Case[] = [
  [
    'a string bomb',
    body('const all = []; for (let s = "x"; ; s += s) all.push(s + all.length)'),
    'MEMORY',
    'EXCEPTION',
    'CPU',
  ],
  ['an array bomb', body('const a = []; for (;;) a.push(new Array(1000).fill("x"))'), 'MEMORY', 'CPU'],
  ['a typed array bomb', body('const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))'), 'MEMORY', 'CPU'],
  ['one enormous buffer', body('new ArrayBuffer(2 ** 31)'), 'MEMORY', 'EXCEPTION'],
  ['one enormous string', body('"x".repeat(2 ** 29)'), 'MEMORY', 'EXCEPTION'],
  ['a padded string', body('"".padEnd(2 ** 30, "x")'), 'MEMORY', 'EXCEPTION'],
  ['a JSON bomb', body('JSON.parse("[" + "[],".repeat(2e6) + "[]]")'), 'MEMORY', 'CPU'],
  ['an object with many keys', body('const o = {}; for (let i = 0; ; i++) o["k" + i] = i'), 'MEMORY', 'CPU'],
  ['a map', body('const m = new Map(); for (let i = 0; ; i++) m.set({}, i)'), 'MEMORY', 'CPU'],
  ['closures', body('let f = () => 1; for (;;) f = ((g) => () => g)(f)'), 'MEMORY', 'CPU'],
  ['pending promises', body('for (;;) new Promise(() => {}).then(() => {})'), 'MEMORY', 'CPU'],
  ['an error with an enormous message', body('throw new Error("x".repeat(4e6))'), 'EXCEPTION'],
  [
    'memory, caught',
    body('for (;;) try { const a = []; for (;;) a.push(new Uint8Array(1e6)) } catch {}'),
    'CPU',
    'MEMORY',
  ],
]

/** QuickJS does not ask within these whether it should stop: only the end of the thread ends them. */
const native: readonly Case[] = [
  [
    'JSON of what never ends',
    body('Object.prototype.toJSON = () => ({ a: {} }); JSON.stringify({})'),
    'CPU',
    'EXCEPTION',
  ],
  ['join of a sparse array', body('new Array(1e9) + ""'), 'CPU'],
  ['indexOf over an enormous length', body('Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)'), 'CPU'],
  [
    'lastIndexOf on long texts',
    body('"a".repeat(4e6).lastIndexOf("b" + "a".repeat(2e6))'),
    'CPU',
    'NO_ANSWER',
    'MEMORY',
  ],
  ['splice of a sparse array', body('const a = []; a.length = 2 ** 32 - 1; a.splice(0, 1)'), 'CPU'],
]

const odd: readonly Case[] = [
  ['null', body('throw null'), 'EXCEPTION'],
  ['undefined', body('throw undefined'), 'EXCEPTION'],
  ['a symbol', body('throw Symbol("x")'), 'EXCEPTION'],
  ['a proxy that throws', body('throw new Proxy({}, { get() { throw this } })'), 'EXCEPTION'],
  ['a getter that throws', body('throw { get message() { throw 1 } }'), 'EXCEPTION'],
  ['a getter that never ends', body('throw { get message() { for (;;); } }'), 'CPU'],
  [
    'an error with a hook',
    body('Error.prepareStackTrace = () => { for (;;); }; throw new Error("x")'),
    'CPU',
    'EXCEPTION',
  ],
  ['a rejection of a proxy', body('return Promise.reject(new Proxy({}, { get() { throw 1 } }))'), 'EXCEPTION'],
  ['a function', body('throw () => {}'), 'EXCEPTION'],
  ['itself', body('throw enabled'), 'EXCEPTION'],
]

describe.each([
  ['that does not end', endless],
  ['that goes deep', deep],
  ['that grows large', large],
  ['that is lost in a native call', native],
  ['that throws', odd],
])('a script %s', (_, cases) => {
  it.each(cases)('fails: %s', async (_, script, ...codes) => {
    const { active, error } = await ask(engine, script)
    expect(active).toBe(false)
    expect(codes).toContain(error?.code)
    expect(error?.message.length).toBeLessThan(1_100)
  })
})

describe('a script that wants out', () => {
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
  ])('finds nothing of the host by %s', async (_, reach) => {
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

  it('imports nothing', async () => {
    const script = body('return Promise.all([import("node:fs"), import("file:///etc/passwd")]).then(enabled)')
    expect(await ask(engine, script)).toMatchObject({ active: false, error: { code: 'EXCEPTION' } })
  })

  it('cannot end the program that is put behind it', async () => {
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

  it('decides nothing by getters and proxies that it returns or calls back with', async () => {
    const trap = 'new Proxy(() => {}, { get() { throw 1 }, apply() { throw 2 }, has() { throw 3 } })'
    expect(await ask(engine, body(`disabled(${trap}); return ${trap}`))).toEqual({ active: false, logs: [] })
    expect(await ask(engine, body(`enabled.call(${trap}, ${trap}); return ${trap}`))).toEqual({
      active: true,
      logs: [],
    })
    expect(await ask(engine, body('new enabled()'))).toMatchObject({ error: { code: 'EXCEPTION' } })
  })

  it('breaks neither the log nor http by replacing built-ins', async () => {
    const replaced = `
      for (const owner of [JSON, Reflect, String.prototype, Function.prototype, Promise.prototype, Object.prototype, Array.prototype])
        for (const name of Object.getOwnPropertyNames(owner))
          try { owner[name] = () => { throw 'broken' } } catch {}`
    const script = body(`${replaced}; console.log('a', 1); enabled()`)
    expect(await ask(engine, script)).toEqual({ active: true, logs: ['a 1'] })
  })
})

describe('a script that talks too much', () => {
  it('has its first 100 lines kept, and the rest counted', async () => {
    const { active, logs } = await ask(engine, body('for (let i = 0; i < 1e4; i++) console.log(i); enabled()'))
    expect(active).toBe(true)
    expect(logs).toEqual([...Array.from({ length: 100 }, (_, line) => `${line}`), '… and 9900 more lines'])
  })

  it('has its lines cut', async () => {
    const { logs } = await ask(engine, body('console.log("x".repeat(1e6), 1); enabled()'))
    expect(logs).toEqual(['x'.repeat(1_000)])
  })

  it('may log what cannot be shown', async () => {
    const values =
      'Symbol("s"), 1n, () => 1, new Proxy({}, { get() { throw 1 } }), (() => { const o = {}; o.o = o; return o })()'
    const { active, logs } = await ask(engine, body(`console.log(${values}); enabled()`))
    expect(active).toBe(true)
    expect(logs).toEqual(['Symbol(s) 1 () => 1 [cannot be shown] [object Object]'])
  })
})

describe('text', () => {
  const texts = ['😀 é \u{10FFFF}', '\u0000 null \u0000', '\ud800 lone', '\u2028\u2029', '</script>', '\\u0000']
  it.each(texts)('%j goes in and out as it is, by the context, the source and the log', async (text) => {
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
