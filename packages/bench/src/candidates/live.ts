import { live } from '@signalbox/client'
import { createSignalbox } from '@signalbox/core'
import { generatingStore } from '../generating-store.ts'
import type { Setup } from './candidate.ts'

/** Signalbox flags in memory (`live`), kept fresh by the event stream of a box. */
export const liveFlags: Setup = async (features) => {
  const box = createSignalbox({ store: generatingStore(features.length, (number) => features[number]!) })
  const flags = live(box)
  await flags.ready()
  return {
    name: 'Signalbox `live`',
    hash: 'signalbox',
    isActive: (id, context) => flags.isActive(id, context as { id: string }),
    toContext: (user) => user,
    async close() {
      await flags.close()
      await box.close()
    },
  }
}
