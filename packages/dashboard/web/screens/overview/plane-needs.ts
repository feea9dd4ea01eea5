import type { Piece } from '../../kinds/pieces.ts'
import type { Need } from './needs.ts'

/** A data plane, as the service lists it. */
export interface ListedPlane {
  readonly id: string
  readonly state: 'cold' | 'fresh' | 'stale' | 'lost'
  /** Since when it has this state, in epoch milliseconds. */
  readonly since: number
  /** When it last reported. Absent: it runs in the process of the service. */
  readonly heardAt?: number
}

type Trouble = (plane: ListedPlane, inWords: (instant: number) => string) => string

const troubles: Readonly<Partial<Record<ListedPlane['state'], Trouble>>> = {
  cold: () => ' has nothing to serve yet: it can’t read the APIs.',
  stale: ({ since }, inWords) => ` hasn’t received changes since ${inWords(since)}. It serves what it has.`,
  lost: ({ heardAt, since }, inWords) => ` is lost: it last reported on ${inWords(heardAt ?? since)}.`,
}

/** Data planes that do not serve the newest changes, as far as anybody knows. `inWords` says when an instant was. */
export const planesInTrouble = (
  planes: readonly ListedPlane[],
  inWords: (instant: number) => string,
): readonly Need[] =>
  planes.flatMap((plane) => {
    const words = troubles[plane.state]?.(plane, inWords)
    if (words === undefined) return []
    const name: Piece = { name: plane.id, is: 'record' }
    return [
      {
        key: `plane ${plane.id}`,
        aspect: 'danger' as const,
        sentence: ['The data plane ', name, words],
        to: '/gateway/traffic?tab=planes',
      },
    ]
  })
