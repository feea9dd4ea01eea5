import { startChild } from '../../child.ts'
import type { RowGroup } from '../../row.ts'
import { kinds } from '../../workload.ts'

const FEATURES = 100_000
const MOST = 500

/** The heap that features take. */
export const memory: RowGroup = {
  title: 'Bytes of heap a feature, of 100,000',
  async measure() {
    const byHand = await bytesHeld('hand-written')
    const started = await bytesHeld('started')
    const index = await bytesHeld('index')
    const distinct = await bytesHeld('index-distinct')
    const whole = await bytesHeld('whole')
    const ofKind: string[] = []
    for (const kind of kinds) ofKind.push(`${kind} ${figure(await bytesHeld('index', { kind }))}`)
    const over = (own: number) => `${(own / byHand).toFixed(2)} × by hand`
    return [
      { what: 'map of closures, by hand', figure: figure(byHand), ratio: over(byHand) },
      {
        what: 'Signalbox, the live index after its start',
        figure: figure(started),
        ratio: over(started),
        goal: `≤ ${MOST} B`,
        met: started <= MOST,
      },
      {
        what: `the same after each was checked (${ofKind.join(', ')})`,
        figure: figure(index),
        ratio: over(index),
        goal: `≤ ${MOST} B`,
        met: index <= MOST,
      },
      {
        what: 'the same, with lists that have no customer in common',
        figure: figure(distinct),
        ratio: over(distinct),
        goal: `≤ ${MOST} B`,
        met: distinct <= MOST,
      },
      { what: 'Signalbox with the memory store and its log', figure: figure(whole), ratio: over(whole) },
    ]
  },
}

/** The features to hold. */
interface Held {
  /** Only features of this kind; by default, all kinds in turn. */
  readonly kind?: (typeof kinds)[number]
  /** @default 100000 */
  readonly count?: number
}

/** The holders; see `programs/hold-features.ts`. */
export type Holder =
  | 'hand-written'
  | 'started'
  | 'index'
  | 'index-distinct'
  | 'whole'
  | 'live'
  | 'live-distinct'
  | 'typed-configs'
  | 'ruled-configs'
  | 'flagd'
  | 'growthbook'
  | 'unleash'

/** Bytes per feature. */
export async function bytesHeld(what: Holder, { kind, count = FEATURES }: Held = {}): Promise<number> {
  const child = startChild('hold-features', kind ? [what, kind] : [what])
  try {
    return (await child.ask<{ bytes: number }>(count)).bytes
  } finally {
    await child.stop()
  }
}

const figure = (bytes: number) => `${bytes.toFixed(0)} B`
