import type { SignalboxApi } from '@signalbox/core/contract'

/** The source of flags: a box, a box acting for a caller (`box.as`), or a client of a remote one. */
export type Source = Pick<SignalboxApi, 'features' | 'configs' | 'experiments' | 'events'> &
  Partial<Pick<SignalboxApi, 'health' | 'segments'>>
