import type { Clock, ScriptEngines } from '@signalbox/core'
import { createSignalbox } from '@signalbox/core'
import { generatingStore } from '../generating-store.ts'
import type { Setup } from './candidate.ts'

/** This project, through its public door, with a clock of one's own and engines for scripts. */
export const signalboxAt =
  (clock: Clock, scripts: ScriptEngines = {}): Setup =>
  async (features) => {
    const box = createSignalbox({
      clock,
      scripts,
      store: generatingStore(features.length, (number) => features[number]!),
    })
    await box.ready()
    return {
      name: 'Signalbox `isActive`',
      hash: 'signalbox',
      isActive: (id, context) => box.isActive(id, context as { id: string }),
      toContext: (user) => user,
      close: () => box.close(),
    }
  }

/** This project, through its public door. */
export const signalbox: Setup = signalboxAt(Date.now)
