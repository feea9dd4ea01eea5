import type { Experiment } from '@signalbox/core/contract'
import { useEffect, useState } from 'preact/hooks'
import { boundNow, type Phases } from '../phases.ts'
import { readPhases } from '../read-phases.ts'
import { resultsHere } from '../results-here.ts'
import { boundOf } from '../variants/bound.ts'

/** How many clients the current phase has bound to each variant; `undefined` while that is not known. */
export function useBoundNow({ id, variants }: Experiment): readonly number[] | undefined {
  const [found, setFound] = useState<{ readonly phases: Phases | undefined }>()
  const bound = boundOf(resultsHere(id).value)
  const clients = bound && [...bound.values()].reduce((sum, count) => sum + count, 0)
  useEffect(() => {
    const stop = new AbortController()
    readPhases(id, stop.signal).then(
      (phases) => setFound({ phases }),
      () => {}, // the preview says that the variant is not known
    )
    return () => stop.abort()
  }, [id, clients])
  return found && boundNow(found.phases, variants)
}
