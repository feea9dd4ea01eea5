import type { Experiment } from '@signalbox/core/contract'
import { useEffect, useState } from 'preact/hooks'
import { now } from '../../../calls/clock.ts'
import { Field } from '../../../parts/fields/Field.tsx'
import { NumberInput } from '../../../parts/fields/NumberInput.tsx'
import { readPhases } from '../read-phases.ts'
import type { ResultsHere } from '../results-here.ts'
import { planInWords } from './plan.ts'

interface SampleSizeProps {
  /** The experiment as it is edited. */
  readonly experiment: Experiment
  readonly here: ResultsHere | undefined
}

const DAY = 24 * 60 * 60_000

/** How many users an experiment needs to show an uplift, and how long that takes at its pace. */
export function SampleSize({ experiment: { id, variants }, here }: SampleSizeProps) {
  const results = here?.state === 'ready' ? here.results.results : []
  const users = results.reduce((sum, one) => sum + one.users, 0)
  const known = results[0] && results[0].converted > 0 ? results[0].rate : undefined
  const [typed, setTyped] = useState<number>()
  const [uplift, setUplift] = useState(10)
  const since = useSince(id, users > 0)
  const base = typed ?? (known === undefined ? 5 : Math.round(known * 1000) / 10)
  const rate = typed === undefined && known !== undefined ? known : base / 100
  const days = since === undefined ? undefined : (now.value - since) / DAY
  const plan = {
    base: rate,
    uplift: uplift / 100,
    traffic: variants.map(({ traffic }) => traffic),
    ...(users > 0 && days !== undefined && { pace: { users, days } }),
  }
  return (
    <section class="strategy experiment-part" data-own-undo aria-labelledby="size-title">
      <h2 id="size-title">Sample size</h2>
      <Field
        label="Rate now"
        after={<span>%{typed === undefined && (known === undefined ? ', an example' : ', the baseline so far')}</span>}
      >
        {(control) => <NumberInput {...control} value={base} min={0} max={100} onChange={setTyped} />}
      </Field>
      <Field label="Uplift" after={<span>% more, the least that you want to see</span>}>
        {(control) => <NumberInput {...control} value={uplift} min={0} onChange={setUplift} />}
      </Field>
      <div>
        {planInWords(plan).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <p class="muted">
        With so many users, a difference that is not there is reported in 5 of 100 experiments (α 0.05), and one of this
        size is missed in 20 of 100 (power 0.8).
      </p>
    </section>
  )
}

/** When the first client was bound, in epoch milliseconds; `undefined` while that is not known. */
function useSince(id: string, hasUsers: boolean): number | undefined {
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (!hasUsers) return
    const stop = new AbortController()
    readPhases(id, stop.signal).then(
      (found) => setSince(found?.since),
      () => {}, // without it, the page says nothing of the pace
    )
    return () => stop.abort()
  }, [id, hasUsers])
  return since
}
