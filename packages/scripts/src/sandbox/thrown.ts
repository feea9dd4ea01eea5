import type { ScriptError } from '@signalbox/core'
import { JSException, type JSValueHandle } from 'quickjs-wasi'
import { placeIn } from './place.ts'

const longest = 1_000

/**
 * Describes what a script threw or rejected with. This may execute code of the script, so only call it while the run is
 * metered.
 */
export function toSentence(thrown: JSValueHandle): string {
  if (!thrown.isError) return shorten(thrown.toString())
  return named(thrown.getProp('name').toString(), thrown.getProp('message').toString())
}

/**
 * Converts an exception from a virtual machine to an error. If the script did not throw it (a trap, or the end of the
 * native stack), only its own message is available and the machine is unusable.
 */
export function toScriptError(exception: unknown, script: string): ScriptError {
  if (!(exception instanceof JSException)) return { code: 'EXCEPTION', message: shorten(String(exception)) }
  const { name, message, stack } = exception
  if (name === 'InternalError' && message === 'out of memory') return { code: 'MEMORY', message }
  return { code: 'EXCEPTION', message: named(name, message), ...placeIn(script, stack) }
}

/** How QuickJS shows a value that cannot be converted to text. */
const unknown = '<null>'

function named(name: string, message: string): string {
  if (message === unknown) return 'The script threw a value that cannot be shown'
  return shorten(name === unknown || name === '' ? message : `${name}: ${message}`)
}

const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)
