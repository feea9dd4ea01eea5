import '../../parts/signs/aspect.css'
import type { Row } from '../../records/tree.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { RowLever } from '../listing/RowLever.tsx'
import type { InShort } from './in-short.ts'

interface ExperimentRowProps {
  readonly row: Row
  /** Its results in short, once they are read. */
  readonly short?: InShort | undefined
  readonly isChoosing: boolean
  readonly isChosen: boolean
}

/** A row of the list of experiments: the lever, the name, who is ahead and the state. */
export function ExperimentRow({ row, short, ...chosen }: ExperimentRowProps) {
  const { entry } = row
  return (
    <>
      <RowHead row={row} {...chosen} />
      {entry && <RowLever kind="experiments" entry={entry} />}
      <RowName row={row} />
      {entry && (
        <>
          <span class="words" title={short?.why}>
            {short?.words}
          </span>
          <span class={`state aspect ${short?.aspect ?? 'muted'}`} title={short?.why}>
            {short?.word ?? '…'}
          </span>
        </>
      )}
    </>
  )
}
