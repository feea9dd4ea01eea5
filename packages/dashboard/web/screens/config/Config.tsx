import type { Config as ConfigRecord } from '@signalbox/core/contract'
import { mount } from '../../place/mount.ts'
import { detailsTab } from '../record/details-tab.tsx'
import { RecordHead } from '../record/RecordHead.tsx'
import { RecordScreen, type RecordTab } from '../record/RecordScreen.tsx'
import { Snippets } from '../record/Snippets.tsx'
import { Fork } from '../targeting/Fork.tsx'
import { armsOf } from './arms.ts'
import { consequenceHere } from './consequence-here.ts'
import { RulesTab } from './RulesTab.tsx'
import { snippetsOf } from './use-in-code.ts'
import { ValueTab } from './ValueTab.tsx'
import '../record/lever-card.css'

/** One config: its value, its rules, what a client reads, and its history. */
export const Config = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="configs"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => <RecordHead kind="configs" id={id} value={value} saved={saved} />}
    above={({ draft }) => (
      <div class="lever-card">
        <Fork arms={armsOf(draft.value)} />
      </div>
    )}
    consequence={consequenceHere}
  />
)

const tabs: readonly RecordTab<ConfigRecord>[] = [
  { id: 'value', label: 'Value', show: (shown) => <ValueTab {...shown} /> },
  { id: 'rules', label: 'Rules', show: (shown) => <RulesTab {...shown} /> },
  detailsTab(),
  {
    id: 'use',
    label: 'Use',
    show: ({ draft }) => <Snippets snippets={snippetsOf(draft.value, mount.apiUrl)} />,
  },
]
