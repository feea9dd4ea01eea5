import type { ScriptError } from '@signalbox/core'
import type { JSValueHandle } from 'quickjs-wasi'
import { JSException } from 'quickjs-wasi'
import { placeIn } from './place.ts'

const longest = 1_000

/** A sentence for what a script threw or rejected with. May run code of the script: only while it is being metered. */
export function toSentence(thrown: JSValueHandle): string {
  if (!thrown.isError) return shorten(thrown.toString())
  return named(thrown.getProp('name').toString(), thrown.getProp('message').toString())
}

/**
 * The error for an exception that came out of a virtual machine. What is no exception of the script's (a trap, or
 * the end of the native stack) leaves the machine unusable; its own message is all there is to say.
 */
export function toScriptError(exception: unknown, script: string): ScriptError {
  if (!(exception instanceof JSException)) return { code: 'EXCEPTION', message: shorten(String(exception)) }
  const { name, message, stack } = exception
  if (name === 'InternalError' && message === 'out of memory') return { code: 'MEMORY', message }
  return { code: 'EXCEPTION', message: named(name, message), ...placeIn(script, stack) }
}

/** QuickJS shows what cannot be turned into text so. */
const unknown = '<null>'

function named(name: string, message: string): string {
  if (message === unknown) return 'It threw something that cannot be shown'
  return shorten(name === unknown || name === '' ? message : `${name}: ${message}`)
}

const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)
