import type { ScriptErrorCode } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { ask, body, openEngine, staysWell } from './engine.fixture.ts'

const engine = openEngine()
staysWell(engine)

type Case = readonly [what: string, script: string, ...codes: readonly ScriptErrorCode[]]

/** Scripts that go wrong, with the errors they may cause. How far each gets depends on the machine. */
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
  [
    'a promise loop',
    body('(function again() { return Promise.resolve().then(again) })()'),
    'CPU',
    'EXCEPTION',
    'MEMORY',
  ],
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
  ['an error with an enormous message', body('throw new Error("x".repeat(4e5))'), 'EXCEPTION'],
  [
    'memory, caught',
    body('for (;;) try { const a = []; for (;;) a.push(new Uint8Array(1e6)) } catch {}'),
    'CPU',
    'MEMORY',
  ],
]

/** QuickJS does not check for interruption in these calls, so only terminating the thread ends them. */
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

describe('a script that calls back', () => {
  it.each([
    ['both', 'enabled(); disabled()', true],
    ['both, the other way round', 'disabled(); enabled()', false],
    ['a thousand times', 'for (let i = 0; i < 1e3; i++) disabled(); enabled()', false],
    [
      'late, after a thousand promises',
      'let p = Promise.resolve(); for (let i = 0; i < 1e3; i++) p = p.then(); return p.then(enabled)',
      true,
    ],
    ['again, after it has thrown', 'queueMicrotask(disabled); enabled(); throw new Error("x")', true],
  ])('is decided by its first call: %s', async (_, text, active) => {
    expect(await ask(engine, body(text))).toEqual({ active, logs: [] })
  })

  it.each([
    ['a promise that never resolves', 'return new Promise(() => {})'],
    ['an await that never ends', 'return (async () => { await new Promise(() => {}); enabled() })()'],
    ['a callback kept for later', 'globalThis.later = enabled'],
  ])('never, is inactive at once: %s', async (_, text) => {
    expect(await ask(engine, body(text))).toMatchObject({ active: false, error: { code: 'NO_ANSWER' } })
  })
})
