import type { Experiment } from '@signalbox/core/contract'
import { mount } from '../../place/mount.ts'
import type { RecordTab } from '../record/RecordScreen.tsx'
import { Snippets } from '../record/Snippets.tsx'
import { SplitRoutes } from '../releases/SplitRoutes.tsx'
import { AudienceTab } from './audience/AudienceTab.tsx'
import { DetailsTab } from './DetailsTab.tsx'
import { TryTab } from './try/TryTab.tsx'
import { snippetsOf } from './use/use-in-code.ts'
import { VariantsTab } from './variants/VariantsTab.tsx'
import './editor.css'

/** The parts of an experiment that are edited, tried and used. */
export const editorTabs: readonly RecordTab<Experiment>[] = [
  { id: 'variants', label: 'Variants', show: (shown) => <VariantsTab {...shown} /> },
  { id: 'audience', label: 'Audience', show: (shown) => <AudienceTab {...shown} /> },
  { id: 'try', label: 'Try', show: (shown) => <TryTab {...shown} /> },
  { id: 'use', label: 'Use', show: ({ draft }) => <UseTab experiment={draft.value} /> },
  { id: 'routes', label: 'Routes', domain: 'Api', show: ({ draft }) => <SplitRoutes experiment={draft.value} /> },
  { id: 'details', label: 'Details', show: (shown) => <DetailsTab {...shown} /> },
]

/** How programs get the variants of clients, and report what clients do. */
const UseTab = ({ experiment }: { readonly experiment: Experiment }) => (
  <Snippets snippets={snippetsOf(experiment, mount.apiUrl)} />
)
