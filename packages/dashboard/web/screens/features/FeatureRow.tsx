import type { Feature } from '@signalbox/core/contract'
import '../../parts/signs/aspect.css'
import type { Row } from '../../records/tree.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { RowLever } from '../listing/RowLever.tsx'
import { describeStrategy, viewOf } from '../strategies/index.ts'
import type { StateWord } from '../strategies/state-word.ts'
import { isContextShown } from '../targeting/other-context.ts'

interface FeatureRowProps {
  readonly row: Row
  /** The whole feature, once it is read. */
  readonly feature?: Feature | undefined
  /** One word, or one for each context. */
  readonly states: readonly StateWord[]
  readonly isChoosing: boolean
  readonly isChosen: boolean
}

/** A row of the list of features: the lever, the name, and who gets it, or why nobody does; with contexts, what they get. */
export function FeatureRow({ row, feature, states, ...chosen }: FeatureRowProps) {
  const { entry } = row
  // The lever says that it is on.
  const isPlain = !isContextShown.value && states[0]?.word === 'on'
  return (
    <>
      <RowHead row={row} {...chosen} />
      {entry && <RowLever kind="features" entry={entry} />}
      <RowName row={row} />
      {entry && isPlain && (
        <span class="words">{feature ? describeStrategy(feature) : entry.strategy && viewOf(entry.strategy).name}</span>
      )}
      {entry &&
        !isPlain &&
        states.map(({ word, aspect = 'muted', why }, at) => (
          <span key={at} class={`state aspect ${aspect}`} title={why}>
            {word}
          </span>
        ))}
    </>
  )
}
