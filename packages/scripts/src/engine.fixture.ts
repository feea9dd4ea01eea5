import type { ScriptEngine, ScriptOutcome } from '@signalbox/core'
import { afterAll } from 'vitest'
import type { ScriptEngineOptions } from './script-engine.ts'
import { scriptEngine } from './script-engine.ts'

const open: ScriptEngine[] = []
afterAll(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()))
})

/** An engine that is closed after the tests, with time for machines that are busy. */
export function openEngine(options: ScriptEngineOptions = {}): ScriptEngine {
  const engine = scriptEngine({ cpuMs: 100, wallMs: 10_000, ...options })
  open.push(engine)
  return engine
}

/** Asks a script in JavaScript. */
export const ask = (
  engine: ScriptEngine,
  script: string,
  context: Record<string, unknown> = {},
): Promise<ScriptOutcome> => engine.run({ type: 'javascript', script, context })

/** The script whose function has this body. */
export const body = (text: string): string => `function enabled(context, enabled, disabled, http) { ${text} }`

/** A promise and what settles it. */
export function deferred<Value>() {
  let resolve: (value: Value | PromiseLike<Value>) => void = () => {}
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
