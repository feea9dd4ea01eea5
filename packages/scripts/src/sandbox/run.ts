import type { ScriptError, ScriptOutcome } from '@signalbox/core'
import { JSException } from 'quickjs-wasi'
import type { Limits } from '../messages.ts'
import type { Instance } from './instance.ts'
import type { Budget, Meter } from './meter.ts'
import { lineLength } from './prelude.ts'
import { toScriptError } from './thrown.ts'

/** One run of a script in an instance, executed step by step. */
export interface Run {
  /** Starts the script. Returns the outcome, or `undefined` while it waits for HTTP. */
  start(bytecode: Uint8Array, context: string): ScriptOutcome | undefined
  /** Passes the response to an HTTP call, an `HttpAnswer` as JSON, to the script. */
  resume(call: number, response: string): ScriptOutcome | undefined
  /** Whether the instance must be discarded, because a trap interrupted it. */
  isBroken(): boolean
}

/** What a run depends on. */
export interface RunOptions {
  readonly instance: Instance
  readonly meter: Meter
  readonly budget: Budget
  readonly script: string
  readonly limits: Limits
  /** Makes an HTTP call; the response is passed to `resume`. */
  readonly request: (call: number, request: string) => void
}

/** Prepares a run, which owns the instance until it ends. The first callback decides the outcome. */
export function createRun({ instance, meter, budget, script, limits, request }: RunOptions): Run {
  const { vm, guest } = instance
  const { undefined: nothing } = vm
  const log = createLog()
  const rejections = new Map<number, string>()
  let active: boolean | undefined
  let error: ScriptError | undefined
  let isBroken = false
  let called = 0
  let answered = 0

  instance.events = {
    answered(is) {
      active ??= is
    },
    logged: log.add,
    called(text) {
      if (called >= limits.calls) return `A script may make at most ${limits.calls} HTTP calls`
      if (text.length > limits.bodyBytes) return `The body of an HTTP call may have at most ${limits.bodyBytes} bytes`
      request(called, text)
      return called++
    },
    rejected(promise, reason, isHandled) {
      if (isHandled) rejections.delete(promise)
      else rejections.set(promise, reason)
    },
  }

  /** Executes a step of the script and the promise jobs that it leaves. */
  const step = (part: () => void): ScriptOutcome | undefined => {
    meter.spend(budget, () => {
      try {
        part()
        if (active === undefined) vm.executePendingJobs()
      } catch (exception) {
        // Any other exception came through the virtual machine unhandled: a trap, or an exhausted stack or memory.
        isBroken ||= !(exception instanceof JSException)
        error ??= toScriptError(exception, script)
      }
    })
    return conclude()
  }

  const conclude = (): ScriptOutcome | undefined => {
    const logs = log.lines()
    const failed = (failure: ScriptError): ScriptOutcome => ({ active: false, logs, error: failure })
    if (budget.isSpent)
      return failed({ code: 'CPU', message: `The script exceeded its ${limits.cpuMs} ms of CPU time` })
    if (active !== undefined) return { active, logs }
    if (error) return failed(error)
    const [reason] = rejections.values()
    if (reason !== undefined) return failed({ code: 'EXCEPTION', message: reason })
    if (called > answered) return undefined
    return failed({ code: 'NO_ANSWER', message: 'The script ended without calling enabled() or disabled()' })
  }

  return {
    start: (bytecode, context) =>
      step(() => {
        const enabled = vm.evalBytecode(bytecode)
        if (enabled.isUndefined) {
          error = { code: 'NO_ANSWER', message: 'The script does not define a function named enabled' }
          return
        }
        const known = vm.callFunction(guest.parse, nothing, vm.newString(context))
        vm.callFunction(enabled, nothing, known, guest.enabled, guest.disabled, guest.http)
      }),
    resume(call, response) {
      answered++
      return step(() => {
        vm.callFunction(guest.respond, nothing, vm.newNumber(call), vm.newString(response))
      })
    },
    isBroken: () => isBroken,
  }
}

/** Maximum number of log lines kept per run. */
const lineCount = 100

/** Collects the log lines of a run up to a limit and counts the rest. */
function createLog() {
  const kept: string[] = []
  let dropped = 0
  return {
    add(line: string) {
      if (kept.length < lineCount) kept.push(line.slice(0, lineLength))
      else dropped++
    },
    /** Returns the lines, followed by the number of dropped lines, if any. */
    lines: (): readonly string[] => (dropped === 0 ? kept : [...kept, `… and ${dropped} more lines`]),
  }
}
