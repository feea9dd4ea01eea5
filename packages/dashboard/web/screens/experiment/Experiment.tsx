import type { Experiment as ExperimentRecord } from '@signalbox/core/contract'
import type { Draft } from '../../records/drafts.ts'
import { RecordHead } from '../record/RecordHead.tsx'
import { RecordScreen, type RecordTab } from '../record/RecordScreen.tsx'
import { ExperimentLever } from './ExperimentLever.tsx'
import { editorTabs } from './editor-tabs.tsx'
import { consequenceOf } from './experiment-consequence.ts'
import { AlarmBanner } from './results/AlarmBanner.tsx'
import { ResultsTab } from './results/ResultsTab.tsx'
import { resultsHere } from './results-here.ts'
import { boundOf } from './variants/bound.ts'

/** One experiment: its results, its variants and clients, and its history. */
export const Experiment = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="experiments"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => <RecordHead kind="experiments" id={id} value={value} saved={saved} />}
    above={({ draft: { saved }, mayEdit }) =>
      saved && (
        <>
          <Alarm id={id} />
          <ExperimentLever experiment={saved} mayEdit={mayEdit} />
        </>
      )
    }
    consequence={consequence}
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
  ...editorTabs,
]

const consequence = ({ newest, result }: Draft<ExperimentRecord>) =>
  consequenceOf(newest, result, boundOf(resultsHere(result.id).value))
