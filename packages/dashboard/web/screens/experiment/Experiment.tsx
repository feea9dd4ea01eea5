import type { Experiment as ExperimentRecord } from '@signalbox/core/contract'
import { JsonText } from '../../parts/JsonText.tsx'
import { detailsTab } from '../record/details-tab.tsx'
import { RecordHead } from '../record/RecordHead.tsx'
import type { RecordTab } from '../record/RecordScreen.tsx'
import { RecordScreen } from '../record/RecordScreen.tsx'
import { AlarmBanner } from './results/AlarmBanner.tsx'
import { ResultsTab } from './results/ResultsTab.tsx'
import { resultsHere } from './results-here.ts'

/** One experiment: its results, its variants and clients, and its history. */
export const Experiment = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="experiments"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => <RecordHead kind="experiments" id={id} value={value} saved={saved} />}
    above={({ draft: { saved } }) => saved && <Alarm id={id} />}
  />
)

/** Stands over every tab while the split of the clients is skewed. */
function Alarm({ id }: { readonly id: string }) {
  const here = resultsHere(id).value
  return here.state === 'ready' && here.results.sampleRatioMismatch.alarm ? (
    <AlarmBanner results={here.results} />
  ) : null
}

const tabs: readonly RecordTab<ExperimentRecord>[] = [
  { id: 'results', label: 'Results', show: ({ id, draft }) => (draft.saved ? <ResultsTab id={id} /> : null) },
  {
    id: 'json',
    label: 'JSON',
    show: ({ draft, edit }) => (
      <JsonText
        stacked
        pointer=""
        label="As JSON"
        value={draft.value}
        onChange={(next, step) => edit(next as ExperimentRecord, step)}
      />
    ),
  },
  detailsTab(),
]
