import { type Clock, createSignalbox, type ScriptEngines } from '@signalbox/core'
import { generatingStore } from '../generating-store.ts'
import type { Setup } from './candidate.ts'

/** Signalbox through its public API, with a given clock and script engines. */
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

/** Signalbox through its public API. */
export const signalbox: Setup = signalboxAt(Date.now)
