import type { Feature } from '@signalbox/core/contract'
import '../../parts/aspect.css'
import { describeStrategy, viewOf } from '../../strategies/index.ts'
import type { StateWord } from '../../strategies/state-word.ts'
import type { Row } from '../../tree.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { RowLever } from '../listing/RowLever.tsx'

interface FeatureRowProps {
  readonly row: Row
  /** The whole feature, once it is read. */
  readonly feature?: Feature | undefined
  /** One word, or one for each context. */
  readonly states: readonly StateWord[]
  readonly isChoosing: boolean
  readonly isChosen: boolean
}

/** A row of the list of features: the lever, the name, the strategy in words and the state. */
export function FeatureRow({ row, feature, states, ...chosen }: FeatureRowProps) {
  const { entry } = row
  return (
    <>
      <RowHead row={row} {...chosen} />
      {entry && <RowLever kind="features" entry={entry} />}
      <RowName row={row} />
      {entry && (
        <>
          <span class="words">
            {feature ? describeStrategy(feature) : entry.strategy && viewOf(entry.strategy).name}
          </span>
          {states.map(({ word, aspect = 'muted', why }, at) => (
            <span key={at} class={`state aspect ${aspect}`} title={why}>
              {word}
            </span>
          ))}
        </>
      )}
    </>
  )
}
