import type { ScriptError } from '@signalbox/core'
import { EvalFlags, JSException } from 'quickjs-wasi'
import type { Instance } from './instance.ts'
import { fileName, type Place, placeIn, placeOf } from './place.ts'

/** The bytecode of a script, or its syntax error. */
export type Compiled = { readonly bytecode: Uint8Array } | { readonly error: ScriptError }

/**
 * Compiles a script. It is a program of its own, not text pasted into a function, so it has nothing to break out of;
 * executed, it returns its function `enabled`. Afterwards the instance must be reset, or discarded if `isBroken`.
 */
export function compile({ vm }: Instance, script: string): Compiled & { readonly isBroken?: boolean } {
  try {
    vm.evalCode(script, fileName, EvalFlags.COMPILE_ONLY).dispose()
    return { bytecode: vm.compile(`${script}\n;typeof enabled === 'function' ? enabled : undefined`, fileName) }
  } catch (exception) {
    const isBroken = !(exception instanceof JSException)
    if (isBroken || exception.name !== 'SyntaxError') return { error: tooMuch(exception), isBroken: true }
    const place = placeIn(script, exception.stack) ?? findPlace(vm, script)
    return { error: { code: 'SYNTAX', message: exception.message, ...place } }
  }
}

/** The error for a script that exceeds the parser's own limits of depth or length. */
const tooMuch = (exception: unknown): ScriptError => ({
  code: 'SYNTAX',
  message: `The script is too long or too deeply nested to be parsed: ${exception instanceof Error ? exception.message : exception}`,
  line: 1,
  column: 1,
})

/**
 * Finds the position of an invalid regular expression, which QuickJS does not report: the end of the shortest prefix of
 * the script with the same error.
 */
function findPlace(vm: Instance['vm'], script: string): Place {
  let [right, wrong] = [0, script.length]
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2)
    if (hasPlacelessFlaw(vm, script.slice(0, middle))) wrong = middle
    else right = middle
  }
  return placeOf(script, Math.max(wrong - 1, 0))
}

function hasPlacelessFlaw(vm: Instance['vm'], text: string): boolean {
  try {
    vm.evalCode(text, fileName, EvalFlags.COMPILE_ONLY)
    return false
  } catch (exception) {
    return exception instanceof JSException && placeIn(text, exception.stack) === undefined
  }
}
