import { type AskedKind, firstTimes } from '@signalbox/core/evaluate'
import type { Defaults } from './keys.ts'
import type { About, Noticed } from './notices.ts'
import type { State } from './state.ts'

/**
 * Which of the server's records are known: none yet (`early`), records of a bootstrap, of a snapshot, or of the time
 * before an outage (`old`), or all (`known`).
 */
export type Phase = 'early' | 'old' | 'known'

interface MissingKeysPorts {
  readonly state: () => State
  readonly defaults: Defaults
  readonly phase: () => Phase
  /** Creates a feature that was requested and does not exist (autocreate). @default none is created */
  readonly create: ((id: string) => void) | undefined
  readonly report: (error: unknown) => void
}

/** Receives what a program would not notice in the answers to its calls. */
export interface MissingKeys {
  /** A feature is not in memory, and the caller gets an error: it is created if the program wishes so. */
  requested(id: string): void
  /** A key is not in memory, so the function `call` returned a default. */
  asked(kind: AskedKind, id: string, call: string): void
  /** Reports something, once for each key. */
  notice(about: About, noticed: Noticed): void
}

/**
 * Creates the reports of unknown keys: once for each key, and once for the first one before anything is loaded. Keys that
 * have a default in `flags` are not reported: they are spelled as the program declares them.
 */
export function createMissingKeys({ state, defaults, phase, create, report }: MissingKeysPorts): MissingKeys {
  const isFirst = firstTimes()
  const isFirstUnknown = { feature: firstTimes(), config: firstTimes() } // programs may ask for unknown keys often
  const declared = { feature: defaults.features, config: defaults.configs }

  function notice(about: About, noticed: Noticed): void {
    if (isFirst(about === 'early' ? about : `${about} ${noticed.kind} ${noticed.id}`))
      import('./notices.ts').then(({ notices }) => report(notices[about](noticed, state()))).catch(report)
  }

  return {
    requested: (id) => void (phase() === 'known' && create?.(id)),
    asked(kind, id, call) {
      const now = phase()
      if (kind === 'feature' && now === 'known' && create) create(id)
      else if (now !== 'old' && !Object.hasOwn(declared[kind] ?? {}, id)) {
        if (now === 'early') notice('early', { kind, id, call })
        else if (isFirstUnknown[kind](id)) notice('unknown', { kind, id, call })
      }
    },
    notice,
  }
}
