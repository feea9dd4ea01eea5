import { wordsOfError } from '../../backend/failure-words.ts'
import { type HealthCheck, isHealthy } from './health.ts'

/** Checks a target again and again. */
export interface Checker {
  stop(): void
}

/** The first check comes within this time, in milliseconds, so that the checks of many targets do not come at once. */
const FIRST_MS = 1000

interface CheckerPorts {
  /** Calls the target. Resolves with the status of its response; rejects if there is none. */
  readonly probe: (path: string, signal: AbortSignal) => Promise<number>
  /** Takes the result of a check. `why` says what was wrong. */
  readonly checked: (isGood: boolean, why: string) => void
  /** A random number from 0 up to 1. */
  readonly random: () => number
}

/** Starts to check a target: in each interval, which varies by a fifth, until it is stopped. Keeps no process alive. */
export function startChecker(settings: HealthCheck, { probe, checked, random }: CheckerPorts): Checker {
  const { url, interval, timeout } = settings
  let isStopped = false
  let running: AbortController | undefined
  let timer = later(check, random() * Math.min(interval, FIRST_MS))

  async function check(): Promise<void> {
    running = new AbortController()
    const result = await resultOf(running, { call: (signal) => probe(url, signal), timeout })
    if (isStopped) return
    const isGood = typeof result === 'number' && isHealthy(result, settings)
    checked(isGood, typeof result === 'number' ? `status ${result}` : result)
    timer = later(check, interval * (0.8 + 0.4 * random()))
  }

  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
      running?.abort()
    },
  }
}

interface Call {
  readonly call: (signal: AbortSignal) => Promise<number>
  readonly timeout: number
}

/** The status of a response, or why there is none. */
function resultOf(abort: AbortController, { call, timeout }: Call): Promise<number | string> {
  return new Promise((resolve) => {
    const timer = later(() => {
      resolve(`no response within ${timeout} milliseconds`)
      abort.abort()
    }, timeout)
    const end = (result: number | string): void => {
      clearTimeout(timer)
      resolve(result)
    }
    abort.signal.addEventListener('abort', () => end('stopped'), { once: true })
    call(abort.signal).then(end, (error) => end(wordsOfError(error)))
  })
}

/** Calls a function later, unless the process ends before. */
function later(work: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(work, Math.min(ms, 2 ** 31 - 1))
  ;(timer as { unref?: () => void }).unref?.()
  return timer
}
