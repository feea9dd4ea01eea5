import { askOnce } from '../../child.ts'
import type { RowGroup } from '../../row.ts'

/** Large enough for a million calls without garbage collection. */
const flags = ['--min-semi-space-size=64', '--max-semi-space-size=64']
const MOST = 0.1

/** The garbage that checks leave behind. */
export const allocation: RowGroup = {
  title: 'Bytes that a check allocates, over 1,000,000 of them',
  async measure() {
    const fixed = await bytesAllocated('signalbox', 'fixed')
    const own = await bytesAllocated('signalbox', 'system')
    const byHand = await bytesAllocated('hand-written', 'system')
    return [
      { what: 'Signalbox `isActive`', figure: figure(fixed), goal: 'none', met: fixed < MOST },
      { what: 'the same with `Date.now` for a clock, whose numbers are new ones', figure: figure(own) },
      { what: 'map of closures, by hand, with `Date.now`', figure: figure(byHand) },
    ]
  },
}

/** Bytes per check, with a clock that returns a new number each time (`system`) or always the same. */
export async function bytesAllocated(name: 'signalbox' | 'hand-written', clock: 'system' | 'fixed'): Promise<number> {
  return (await askOnce<{ bytesPerCall: number }>('count-allocation', [name, clock], flags)).bytesPerCall
}

const figure = (bytes: number) => `${bytes.toFixed(3)} B`
