import type { ToldDecision } from '@signalbox/core/gateway'
import type { ReleaseNote } from '../plugin-api/exchange.ts'

type ToldReleases = NonNullable<ToldDecision['releases']>

/** What features and experiments decided, without absent members. */
export const toldReleases = (notes: readonly ReleaseNote[]): ToldReleases =>
  notes.map((note) =>
    Object.fromEntries(Object.entries(note).filter(([, value]) => value !== undefined)),
  ) as ToldReleases
