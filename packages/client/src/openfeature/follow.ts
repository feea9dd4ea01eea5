import type { Changed } from '../live/live-options.ts'
import type { Flags } from './flags.ts'

/** What providers tell OpenFeature of, section 5 of its specification. */
export interface Emits {
  ready(): void
  stale(): void
  changed(keys: string[]): void
}

/** Tells OpenFeature what becomes of flags, until the returned function is called. `before` may do something first where flags have changed. */
export function follow(
  flags: Flags,
  { ready, stale, changed }: Emits,
  before?: (keys: Changed) => Promise<void>,
): () => void {
  const offs = [
    flags.on('status', (status) => {
      if (status === 'fresh') ready()
      if (status === 'stale') stale()
    }),
    flags.on('change', async (keys) => {
      await before?.(keys)
      changed([...new Set([...keys.features, ...keys.configs, ...keys.experiments])])
    }),
  ]
  return () => {
    for (const off of offs) off()
  }
}
