import type { ScriptErrorCode } from '../ports.ts'
import { createBoundedCache } from './bounded-cache.ts'

/** A script and the owner responsible for it. */
export interface Offence {
  readonly script: string
  /** Absent for a script without an owner, which is judged alone. */
  readonly owner: string | undefined
}

/** A circuit breaker: suspends scripts, and owners of scripts, that keep breaking limits. */
export interface Breaker {
  /** Returns whether the script or its owner is suspended; `undefined` if the run is allowed. */
  suspension(run: Offence): 'script' | 'owner' | undefined
  /** Whether the run may start now. After a suspension, one trial run is allowed. */
  admit(run: Offence): boolean
  /**
   * Whether the run may hold up others: the script has not answered within its limits before, or its owner broke limits
   * just now.
   */
  isDoubtful(run: Offence): boolean
  /** Records the error code of an admitted run, if any. Returns true for a script's first answer within its limits. */
  record(run: Offence, code: ScriptErrorCode | undefined): boolean
}

/**
 * Consecutive broken limits that suspend a script. As many broken limits by scripts of one owner suspend the owner's
 * new scripts.
 */
export const mostFailures = 3

/** Length of a suspension in milliseconds; each failed trial run starts another one. */
export const suspensionMs = 10_000

/** Number of scripts and of owners remembered for breaking limits. */
const mostOffenders = 1_000

/** Total characters of the scripts remembered for answering within their limits. */
const knownCharacters = 4 * 1024 * 1024

const limits: readonly (ScriptErrorCode | undefined)[] = ['CPU', 'MEMORY', 'TIME']
const unrun: readonly (ScriptErrorCode | undefined)[] = ['BUSY', 'UNAVAILABLE', 'SUSPENDED']

/**
 * Creates a breaker that judges scripts by their text, and owners by their scripts. An owner is suspended when three
 * scripts break limits with less than ten seconds between one and the next, whatever succeeds in between, and may then
 * run only scripts that have answered before: so new texts do not evade a suspension, and bad scripts do not switch off
 * good ones. `clock` returns monotonic milliseconds.
 */
export function createBreaker(clock: () => number): Breaker {
  const scripts = createOffenders(clock)
  const owners = createOffenders(clock)
  const known = createBoundedCache<true>(knownCharacters)
  const isKnown = (key: string) => known.get(key) !== undefined

  /** The offenders to check for a run: its script, and its owner unless the script has answered before. */
  const suspects = (run: Offence) => {
    const key = keyOf(run)
    const asScript = { kind: 'script', offenders: scripts, name: key } as const
    if (run.owner === undefined || isKnown(key)) return [asScript]
    return [asScript, { kind: 'owner', offenders: owners, name: run.owner } as const]
  }
  const suspension = (run: Offence) => suspects(run).find(({ offenders, name }) => offenders.isSuspended(name))?.kind

  return {
    suspension,
    admit(run) {
      if (suspension(run)) return false
      for (const { offenders, name } of suspects(run)) offenders.tryOut(name)
      return true
    },
    isDoubtful: (run) => !isKnown(keyOf(run)) || (run.owner !== undefined && owners.wasOver(run.owner)),
    record(run, code) {
      const key = keyOf(run)
      const { owner } = run
      if (unrun.includes(code)) {
        for (const { offenders, name } of suspects(run)) offenders.untried(name)
        return false
      }
      if (limits.includes(code)) {
        known.delete(key)
        if (owner !== undefined && (!scripts.has(key) || owners.isTried(owner))) owners.fail(owner, true)
        scripts.fail(key)
        return false
      }
      const isFirst = !isKnown(key)
      scripts.pass(key)
      if (isFirst && owner !== undefined) owners.passTrial(owner)
      known.set(key, true, key.length)
      return isFirst
    },
  }
}

/** Identifies a script by owner and text, so that nobody can get another owner's script suspended by copying it. */
const keyOf = ({ owner, script }: Offence): string => (owner === undefined ? script : `${owner}\n${script}`)

interface Offender {
  readonly failures: number
  readonly until: number
  isTried: boolean
}

/** Tracks who broke limits, how often, and until when they are suspended. */
function createOffenders(clock: () => number) {
  const offenders = createBoundedCache<Offender>(mostOffenders)
  return {
    has: (key: string) => offenders.get(key) !== undefined,
    isTried: (key: string) => offenders.get(key)?.isTried === true,
    /** Whether an offender was suspended for reaching the limit just now, regardless of trial runs since. */
    wasOver(key: string): boolean {
      const { failures = 0, until = 0 } = offenders.get(key) ?? {}
      return failures >= mostFailures && clock() < until
    },
    isSuspended(key: string): boolean {
      const offender = offenders.get(key)
      return !!offender && offender.failures >= mostFailures && (offender.isTried || clock() < offender.until)
    },
    tryOut(key: string): void {
      const offender = offenders.get(key)
      if (offender && offender.failures >= mostFailures) offender.isTried = true
    },
    untried(key: string): void {
      const offender = offenders.get(key)
      if (offender) offender.isTried = false
    },
    /** Counts a failure. With `fades`, the count restarts if the last failure was long ago. */
    fail(key: string, fades = false): void {
      const { failures = 0, until = 0 } = offenders.get(key) ?? {}
      const before = fades && failures < mostFailures && clock() >= until ? 0 : failures
      offenders.set(key, { failures: before + 1, until: clock() + suspensionMs, isTried: false }, 1)
    },
    pass: (key: string) => offenders.delete(key),
    /**
     * Clears the offender if this success was its trial run. Other successes do not count: otherwise every other script
     * could be bad.
     */
    passTrial(key: string): void {
      if (offenders.get(key)?.isTried) offenders.delete(key)
    },
  }
}
