import type { Feature } from '@signalbox/core/contract'
import '../../parts/aspect.css'
import { LeverMark } from '../../parts/Lever.tsx'
import { positionOf } from '../../saving/pulled.ts'
import type { Row } from '../../tree.ts'
import { describeStrategy } from '../feature/strategies/describe.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import type { StateWord } from './state-words.ts'
import { strategyName } from './strategy-names.ts'

interface FeatureRowProps {
  readonly row: Row
  /** The whole feature, once it is read. */
  readonly feature?: Feature | undefined
  /** One word, or one for each context. */
  readonly states: readonly StateWord[]
  readonly isChoosing: boolean
  readonly isChosen: boolean
  /** Whether the caller may pull its lever. */
  readonly mayPull: boolean
}

/** A row of the list of features: the lever, the name, the strategy in words and the state. */
export function FeatureRow({ row, feature, states, mayPull, ...chosen }: FeatureRowProps) {
  const { entry } = row
  const isOn = entry !== undefined && positionOf('features', entry.id, entry.enabled === true)
  return (
    <>
      <RowHead row={row} {...chosen} />
      {entry && (
        <button
          type="button"
          class="pull"
          data-part={mayPull ? 'lever' : undefined}
          tabIndex={-1}
          role="switch"
          aria-checked={isOn}
          aria-disabled={!mayPull}
          aria-label={`${row.key} enabled`}
          title={mayPull ? 'Switch (Space)' : 'You may not change this feature'}
        >
          <LeverMark on={isOn} />
        </button>
      )}
      <RowName row={row} />
      {entry && (
        <>
          <span class="words">{feature ? describeStrategy(feature) : strategyName(entry.strategy ?? '')}</span>
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
