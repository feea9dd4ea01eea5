import type { Config } from '@signalbox/core/contract'
import type { Row } from '../../records/tree.ts'
import { describeConfig, shortValue } from '../config/value-words.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import type { ReadValue } from './read-values.ts'
import './configs.css'

interface ConfigRowProps {
  readonly row: Row
  /** The whole config, once it is read. */
  readonly config: Config | undefined
  /** What each context reads; without contexts, the value of the config. */
  readonly values: readonly ReadValue[]
  readonly isChoosing: boolean
  readonly isChosen: boolean
}

/** A row of the list of configs: the name, the type and the rules in words, and the value. */
export const ConfigRow = ({ row, config, values, ...chosen }: ConfigRowProps) => (
  <>
    <RowHead row={row} {...chosen} />
    <RowName row={row} />
    {config && (
      <>
        <span class="words">{describeConfig(config)}</span>
        {values.map((one, at) =>
          'word' in one ? (
            <span key={at} class="row-value muted" title={one.why}>
              {one.word}
            </span>
          ) : (
            <bdi key={at} class="row-value" title={shortValue(one.value, 400)}>
              {shortValue(one.value, 40)}
            </bdi>
          ),
        )}
      </>
    )}
  </>
)
