import type { Experiment } from '@signalbox/core/contract'
import type { RecordTab } from '../record/RecordScreen.tsx'
import { AudienceTab } from './audience/AudienceTab.tsx'
import { DetailsTab } from './DetailsTab.tsx'
import { VariantsTab } from './variants/VariantsTab.tsx'

/** The parts of an experiment that are edited, tried and used. */
export const editorTabs: readonly RecordTab<Experiment>[] = [
  { id: 'variants', label: 'Variants', show: (shown) => <VariantsTab {...shown} /> },
  { id: 'audience', label: 'Audience', show: (shown) => <AudienceTab {...shown} /> },
  { id: 'details', label: 'Details', show: (shown) => <DetailsTab {...shown} /> },
]
