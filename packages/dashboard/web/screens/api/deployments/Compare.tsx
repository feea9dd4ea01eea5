import { useState } from 'preact/hooks'
import { SelectField } from '../../../parts/fields/fields.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { zone } from '../../../preferences/preferences.ts'
import { dateTimeBriefly } from '../../../words/dates.ts'
import { ApiDiff } from '../draft/ApiDiff.tsx'
import type { Deployment } from '../served/deployments-here.ts'
import { deploymentDiffHere } from './deployment-diff.ts'

interface CompareProps {
  readonly id: string
  /** At least two, the newest first. */
  readonly deployments: readonly Deployment[]
}

/** Any two deployments compared: at first the newest with the one before. */
export function Compare({ id, deployments }: CompareProps) {
  const [pair, setPair] = useState<{ readonly from?: string; readonly to?: string }>({})
  const { from = deployments[1]!.id, to = deployments[0]!.id } = pair
  const diff = deploymentDiffHere(id, { from, to }).value
  const choices = deployments.map((one) => ({
    value: one.id,
    label: `${one.version}, ${dateTimeBriefly(one.at, zone.value)}`,
  }))
  const versionOf = (id: string) => deployments.find((one) => one.id === id)?.version ?? id
  return (
    <section class="compare" aria-labelledby="compare">
      <h2 id="compare">Compare</h2>
      <div class="compare-pair">
        <SelectField label="Before" value={from} choices={choices} onChange={(next) => setPair({ from: next, to })} />
        <SelectField label="After" value={to} choices={choices} onChange={(next) => setPair({ from, to: next })} />
      </div>
      {diff.state === 'loading' && <Late>Comparing…</Late>}
      {diff.state === 'failed' && <Failure error={diff.error} retry={diff.retry} />}
      {diff.state === 'ready' && diff.value.length === 0 && <p class="muted">Both serve the same.</p>}
      {diff.state === 'ready' && diff.value.length > 0 && (
        <ApiDiff changes={diff.value} was={versionOf(from)} now={versionOf(to)} />
      )}
    </section>
  )
}
