import type { ScriptError } from '@signalbox/core'
import { type CompiledScripts, keyOf } from './compiled-scripts.ts'
import type { Checked, Compiled } from './messages.ts'

/** A script that can be loaded, or why not. */
export type Ready = { readonly key: string; readonly compiled: Compiled } | { readonly error: ScriptError }

/** Compiles scripts, each once. */
export interface Compiling {
  /** Resolves within `compileMs`; a compilation that takes longer continues for later calls. */
  compile(script: string): Promise<Ready>
}

interface CompilingParts {
  /** Names the compiler with its version. */
  readonly compiler: string
  readonly scripts: CompiledScripts
  /** Compiles in a JVM. */
  readonly check: (source: string) => Promise<Checked>
  readonly compileMs: number
}

/** Creates the compiling of an engine. Errors of the last scripts are remembered too. */
export function createCompiling({ compiler, scripts, check, compileMs }: CompilingParts): Compiling {
  const open = new Map<string, Promise<Ready>>()
  const wrong = new Map<string, ScriptError>()

  async function compile(key: string, script: string): Promise<Ready> {
    const known = await scripts.find(key)
    if (known) return { key, compiled: known }
    const checked = await check(script)
    if ('failure' in checked) return unavailable(checked.failure)
    if ('error' in checked) {
      const { error: message, line, column } = checked
      const error: ScriptError = { code: 'SYNTAX', message, line, column }
      wrong.set(key, error)
      if (wrong.size > mostErrors) wrong.delete(wrong.keys().next().value!)
      return { error }
    }
    const compiled: Compiled = { entry: checked.entry, classes: checked.classes }
    await scripts.add(key, compiled)
    return { key, compiled }
  }

  return {
    compile(script) {
      const key = keyOf(compiler, script)
      const error = wrong.get(key)
      if (error) return Promise.resolve({ error })
      const known = open.get(key)
      if (known) return within(compileMs, known)
      const compiling = compile(key, script)
        .catch((cause) => unavailable(cause instanceof Error ? cause.message : String(cause)))
        .finally(() => open.delete(key))
      open.set(key, compiling)
      return within(compileMs, compiling)
    },
  }
}

const mostErrors = 500

const unavailable = (message: string): Ready => ({ error: { code: 'UNAVAILABLE', message } })

function within(ms: number, compiling: Promise<Ready>): Promise<Ready> {
  const late: Ready = {
    error: { code: 'TIME', message: `The script was not compiled within ${ms / 1000} s: try again in a moment` },
  }
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<Ready>((resolve) => {
    timer = setTimeout(() => resolve(late), ms)
  })
  return Promise.race([compiling, timeout]).finally(() => clearTimeout(timer))
}
