import type { ScriptError, ScriptOutcome } from '@signalbox/core'
import { JSException } from 'quickjs-wasi'
import type { Limits } from '../messages.ts'
import type { Instance } from './instance.ts'
import { createLog } from './log.ts'
import type { Budget, Meter } from './meter.ts'
import { toScriptError } from './thrown.ts'

/** One run of a script in an instance, step by step. */
export interface Run {
  /** Asks the script. What came of it; or nothing, where it waits for HTTP. */
  start(bytecode: Uint8Array, context: string): ScriptOutcome | undefined
  /** Tells the script the answer to one of its HTTP calls, JSON of `HttpAnswer`. */
  resume(call: number, response: string): ScriptOutcome | undefined
  /** The instance is of no more use: a trap left it in the middle of something. */
  isBroken(): boolean
}

/** What a run needs. */
export interface RunOptions {
  readonly instance: Instance
  readonly meter: Meter
  readonly budget: Budget
  readonly script: string
  readonly limits: Limits
  /** Makes an HTTP call; its answer comes by `resume`. */
  readonly request: (call: number, request: string) => void
}

/** Prepares a run: from now on the instance is its own. The first callback wins; the run ends with it. */
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
      if (called >= limits.calls) return `A script may make ${limits.calls} HTTP calls`
      if (text.length > limits.bodyBytes) return `An HTTP call may have ${limits.bodyBytes} bytes`
      request(called, text)
      return called++
    },
    rejected(promise, reason, isHandled) {
      if (isHandled) rejections.delete(promise)
      else rejections.set(promise, reason)
    },
  }

  /** Runs a part of the script and the promise jobs it leaves. */
  const step = (part: () => void): ScriptOutcome | undefined => {
    meter.spend(budget, () => {
      try {
        part()
        if (active === undefined) vm.executePendingJobs()
      } catch (exception) {
        // Whatever else came out went through the machine without leave: a trap, or the end of a stack or a memory.
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
      return failed({ code: 'CPU', message: `The script took more than its ${limits.cpuMs} ms of CPU time` })
    if (active !== undefined) return { active, logs }
    if (error) return failed(error)
    const [reason] = rejections.values()
    if (reason !== undefined) return failed({ code: 'EXCEPTION', message: reason })
    if (called > answered) return undefined
    return failed({ code: 'NO_ANSWER', message: 'The script ended and had called neither enabled() nor disabled()' })
  }

  return {
    start: (bytecode, context) =>
      step(() => {
        const enabled = vm.evalBytecode(bytecode)
        if (enabled.isUndefined) {
          error = { code: 'NO_ANSWER', message: 'The script defines no function named enabled' }
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
