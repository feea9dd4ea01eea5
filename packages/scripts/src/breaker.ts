import type { ScriptErrorCode } from '@signalbox/core'
import { createBoundedCache } from './bounded-cache.ts'

/** A script, and who answers for it. */
export interface Offence {
  readonly script: string
  /** Absent: the script stands for itself. */
  readonly owner: string | undefined
}

/** Keeps scripts, and owners of scripts, from running that break limits again and again. */
export interface Breaker {
  /** Whether it must not run now, and whose fault that is. */
  suspension(run: Offence): 'script' | 'owner' | undefined
  /** Whether it may run now. After a suspension one run is let through, to see whether all is well. */
  admit(run: Offence): boolean
  /** Whether others must not depend on it: it has not answered within its limits before, or its owner broke limits just now. */
  isDoubtful(run: Offence): boolean
  /** What came of a run that was admitted: the code of its error, if any. True for the first answer within its limits. */
  record(run: Offence, code: ScriptErrorCode | undefined): boolean
}

/** So many broken limits in a row suspend a script; those of so many scripts in a short time suspend the new ones of their owner. */
export const mostFailures = 3

/** For so long, in milliseconds; again so after each trial that fails. */
export const suspensionMs = 10_000

/** Scripts and owners that are remembered for breaking limits. */
const mostOffenders = 1_000

/** How many characters of scripts that answered well are remembered. */
const knownCharacters = 4 * 1024 * 1024

const limits: readonly (ScriptErrorCode | undefined)[] = ['CPU', 'MEMORY', 'TIME']
const unrun: readonly (ScriptErrorCode | undefined)[] = ['BUSY', 'UNAVAILABLE', 'SUSPENDED']

/**
 * A breaker for every script by its text, and for every owner. An owner of whom three scripts broke limits, none ten seconds after the one
 * before, may run only what has answered already, whatever succeeded in between: new texts are no way around a suspension, and bad
 * scripts do not switch off good ones. `clock` gives milliseconds that never go back.
 */
export function createBreaker(clock: () => number): Breaker {
  const scripts = createOffenders(clock)
  const owners = createOffenders(clock)
  const known = createBoundedCache<true>(knownCharacters)
  const isKnown = (key: string) => known.get(key) !== undefined

  /** The offenders that a run must not be among, and as what. */
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

/** Texts are told apart by owner, so that nobody can have the script of another suspended by copying it. */
const keyOf = ({ owner, script }: Offence): string => (owner === undefined ? script : `${owner}\n${script}`)

interface Offender {
  readonly failures: number
  readonly until: number
  isTried: boolean
}

/** Who broke limits, how often, and until when they are suspended. */
function createOffenders(clock: () => number) {
  const offenders = createBoundedCache<Offender>(mostOffenders)
  return {
    has: (key: string) => offenders.get(key) !== undefined,
    isTried: (key: string) => offenders.get(key)?.isTried === true,
    /** Whether they were over the limit just now, whoever was tried since. */
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
    /** Counts a failure; where it `fades`, one that is long after the last begins anew. */
    fail(key: string, fades = false): void {
      const { failures = 0, until = 0 } = offenders.get(key) ?? {}
      const before = fades && failures < mostFailures && clock() >= until ? 0 : failures
      offenders.set(key, { failures: before + 1, until: clock() + suspensionMs, isTried: false }, 1)
    },
    pass: (key: string) => offenders.delete(key),
    /** A success counts only where it was the trial: otherwise every other script could be a bad one. */
    passTrial(key: string): void {
      if (offenders.get(key)?.isTried) offenders.delete(key)
    },
  }
}
