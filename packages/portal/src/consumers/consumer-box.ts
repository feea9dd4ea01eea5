import type { Signalbox } from '@signalbox/core'
import { sessionOf } from '@signalbox/core/access'
import type { Mine } from './mine.ts'

/** What a portal with accounts needs of a box. */
export type ConsumerBox = Pick<Signalbox, 'as' | 'mine' | 'consumers' | 'slices'>

/** The operations as pages use them: a new password opens a new session, and records that were answered have ids. */
export const mineOf = (mine: Signalbox['mine']): Mine => ({
  ...(mine as unknown as Mine),
  update: async (input) => ({ session: sessionOf(await mine.update(input)) }),
})
