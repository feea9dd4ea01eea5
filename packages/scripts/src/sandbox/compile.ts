import type { ScriptError } from '@signalbox/core'
import { EvalFlags, JSException } from 'quickjs-wasi'
import type { Instance } from './instance.ts'
import type { Place } from './place.ts'
import { fileName, placeIn, placeOf } from './place.ts'

/** A script that parses, as bytecode; or why it does not. */
export type Compiled = { readonly bytecode: Uint8Array } | { readonly error: ScriptError }

/**
 * Parses a script. It is a program of its own, not text put into a function, so there is nothing to break out of;
 * run, it gives its function `enabled`. The instance must be reset afterwards, or thrown away where that is said.
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

/** Too deeply nested, or too long, for the parser's own limits. */
const tooMuch = (exception: unknown): ScriptError => ({
  code: 'SYNTAX',
  message: `The script is too deep or too long to be parsed: ${exception instanceof Error ? exception.message : exception}`,
  line: 1,
  column: 1,
})

/**
 * The place of a wrong regular expression, of which QuickJS does not tell: the end of the shortest beginning of the
 * script that has the same flaw.
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
