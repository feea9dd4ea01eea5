import type { Flags } from './flags.ts'

/** What providers tell OpenFeature of, section 5 of its specification. */
export interface Emits {
  ready(): void
  stale(): void
  changed(keys: string[]): void
}

/** What else has to be asked for before flags are as fresh as they seem. */
export interface Asking {
  /** Whether these features are told of by what was asked. */
  concerns(features: readonly string[]): boolean
  /** Rejects where it cannot be asked. */
  again(): Promise<void>
  /** Whether it could not be asked yet. */
  readonly isDue: boolean
}

const nothing: Asking = { concerns: () => false, again: async () => {}, isDue: false }

/** Tells OpenFeature what becomes of flags, until the returned function is called. What has to be asked for again is asked for first. */
export function follow(flags: Flags, { ready, stale, changed }: Emits, asking: Asking = nothing): () => void {
  let isBehind = asking.isDue || flags.status !== 'fresh'
  let isOver = false

  function fallBehind(): void {
    isBehind = true
    if (!isOver) stale()
  }

  async function catchUp(): Promise<void> {
    if (flags.status !== 'fresh') return // nobody to ask: again when there is
    try {
      await asking.again()
    } catch {
      return fallBehind()
    }
    if (!isBehind || isOver || flags.status !== 'fresh') return
    isBehind = false
    ready()
  }

  const offs = [
    flags.on('status', (status) => {
      if (status === 'fresh') void catchUp()
      if (status === 'stale') fallBehind()
    }),
    flags.on('change', async ({ features, configs, experiments }) => {
      if (isBehind || asking.concerns(features)) await catchUp()
      if (!isOver) changed([...new Set([...features, ...configs, ...experiments])])
    }),
  ]
  return () => {
    isOver = true
    for (const off of offs) off()
  }
}
