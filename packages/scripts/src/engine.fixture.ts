import type { ScriptEngine, ScriptOutcome } from '@signalbox/core'
import { afterAll, afterEach, expect } from 'vitest'
import { type ScriptEngineOptions, scriptEngine } from './script-engine.ts'

const open: ScriptEngine[] = []
afterAll(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()))
})

/** Opens an engine with generous limits for busy machines, and closes it after the tests. */
export function openEngine(options: ScriptEngineOptions = {}): ScriptEngine {
  const engine = scriptEngine({ cpuMs: 200, wallMs: 60_000, ...options })
  open.push(engine)
  return engine
}

/** Runs a JavaScript script. */
export const ask = (
  engine: ScriptEngine,
  script: string,
  context: Record<string, unknown> = {},
): Promise<ScriptOutcome> => engine.run({ type: 'javascript', script, context })

/** Returns a script whose function has this body. */
export const body = (text: string): string => `function enabled(context, enabled, disabled, http) { ${text} }`

/** Checks after each following test that the engine works and nothing of earlier runs is visible. */
export function staysWell(engine: ScriptEngine): void {
  const healthy = body('console.log(typeof kept, [].kept, ({}).kept, http.kept, context.id); enabled()')
  const outcome = { active: true, logs: ['undefined undefined undefined undefined ann'] }
  afterEach(async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => ask(engine, healthy, { id: 'ann' })))
    expect(outcomes).toEqual(Array(8).fill(outcome))
  })
}

/** A promise with the functions that settle it. */
export function deferred<Value>() {
  let resolve: (value: Value | PromiseLike<Value>) => void = () => {}
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
