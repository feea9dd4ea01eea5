import type { Experiment } from '@signalbox/core/contract'
import type { RecordTab } from '../record/RecordScreen.tsx'
import { SplitRoutes } from '../releases/SplitRoutes.tsx'
import { AudienceTab } from './audience/AudienceTab.tsx'
import { DetailsTab } from './DetailsTab.tsx'
import { TryTab } from './try/TryTab.tsx'
import { UseTab } from './use/UseTab.tsx'
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
