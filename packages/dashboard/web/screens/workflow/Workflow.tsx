import type { RecordOf } from '../../kinds/kinds.ts'
import { mount } from '../../place/mount.ts'
import { RecordHead } from '../record/RecordHead.tsx'
import { RecordScreen, type RecordTab } from '../record/RecordScreen.tsx'
import { ProgramTab } from './ProgramTab.tsx'
import { RunsTab } from './RunsTab.tsx'
import './workflow.css'

/** One workflow: its program with an outline, its runs, and its history. */
export const Workflow = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="workflows"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => (
      <RecordHead
        kind="workflows"
        id={id}
        value={value}
        saved={saved}
        items={[
          {
            label: 'Open the reference of the language',
            icon: 'external-link',
            run: () => void window.open(`${mount.apiUrl}/apis/workflows/doc`, '_blank', 'noopener'),
          },
        ]}
      />
    )}
  />
)

const tabs: readonly RecordTab<RecordOf<'workflows'>>[] = [
  { id: 'program', label: 'Program', show: (shown) => <ProgramTab {...shown} /> },
  { id: 'runs', label: 'Runs', show: ({ id, draft }) => <RunsTab id={id} config={draft.newest?.config} /> },
]
