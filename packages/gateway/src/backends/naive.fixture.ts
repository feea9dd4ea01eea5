import type { How } from './backends.fixture.ts'

/** What happened to one target, in its order. */
export type Happening =
  | { readonly kind: 'began'; readonly at: number; readonly attempt: number }
  | { readonly kind: 'ejected'; readonly at: number }
  | { readonly kind: 'ended'; readonly at: number; readonly attempt: number; readonly how: How }
  | { readonly kind: 'checked'; readonly isGood: boolean }

/** The settings of all targets of a test. */
export const rules = { maxErrors: 2, sampleInterval: 1000, consecutive: 3, base: 3000, redAfter: 2, greenAfter: 1 }

/** What is known about a target after all that has happened to it. */
export interface Known {
  readonly isRed: boolean
  readonly ejectedUntil: number
  /** Whether the breaker lets a request through at a time. */
  passes(now: number): boolean
  /** Whether other targets get its requests, since it takes no connections. */
  rests(now: number): boolean
}

/**
 * Judges a target from its whole history, in the plainest way: nothing is kept between calls. Whether enough other targets are
 * left to eject it is not its own business; ejections are in the history.
 */
export function judge(history: readonly Happening[]): Known {
  let red = { is: false, against: 0 }
  let ejectedUntil = 0
  let ejections = 0
  let breaker: { openedAt: number; probe: number | undefined } | undefined
  let errors: number[] = []
  let rest: { since: number; length: number; probe: number | undefined } | undefined
  let restedAt = 0
  const beganAt = (number: number): number =>
    history.reduce((at, one) => (one.kind === 'began' && one.attempt === number ? one.at : at), 0)
  for (const one of history) {
    if (one.kind === 'began') {
      if (rest && rest.probe === undefined && one.at >= rest.since + rest.length) rest.probe = one.attempt
    } else if (one.kind === 'ended') {
      const isProbe = rest?.probe === one.attempt
      if (one.how === 'refused') {
        const length: number = Math.min(2 * (rest?.length ?? 500), 30_000)
        if (rest ? isProbe : beganAt(one.attempt) >= restedAt) rest = { since: one.at, length, probe: undefined }
      } else if ((one.how === 'ok' || one.how === 'status 503') && rest && beganAt(one.attempt) >= rest.since) {
        rest = undefined
        restedAt = one.at
      } else if (rest && isProbe) rest.probe = undefined
    }
    if (one.kind === 'checked') {
      const against = one.isGood === red.is ? red.against + 1 : 0
      const turns = against >= (red.is ? rules.greenAfter : rules.redAfter)
      red = turns ? { is: !red.is, against: 0 } : { is: red.is, against }
    } else if (one.kind === 'ejected') {
      ejections++
      ejectedUntil = one.at + ejections * rules.base
    } else if (one.kind === 'began') {
      if (breaker && breaker.probe === undefined) breaker.probe = one.attempt
    } else if (breaker && breaker.probe === one.attempt) {
      if (one.how === 'refused' || one.how === 'reset') breaker = { openedAt: one.at, probe: undefined }
      else if (one.how === 'left' || one.how === 'overloaded') breaker.probe = undefined
      else breaker = undefined
    } else if (!breaker && (one.how === 'refused' || one.how === 'reset')) {
      errors = [...errors.filter((at) => at >= one.at - rules.sampleInterval), one.at]
      if (errors.length >= rules.maxErrors) {
        breaker = { openedAt: one.at, probe: undefined }
        errors = []
      }
    }
  }
  return {
    isRed: red.is,
    ejectedUntil,
    rests: (now) => rest !== undefined && (rest.probe !== undefined || now < rest.since + rest.length),
    passes: (now) => !breaker || (breaker.probe === undefined && now >= breaker.openedAt + rules.sampleInterval),
  }
}
