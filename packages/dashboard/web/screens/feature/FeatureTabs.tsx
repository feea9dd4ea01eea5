import type { Feature } from '@signalbox/core/contract'
import { useState } from 'preact/hooks'
import type { Draft, Editing } from '../../drafts.ts'
import { History } from '../../parts/History.tsx'
import { Json } from '../../parts/Json.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { Details } from './Details.tsx'
import { problemsBelow, withMembers } from './members.ts'
import { StrategyEditor } from './StrategyEditor.tsx'
import { ReadOnlyStrategy } from './strategies/ReadOnly.tsx'
import { UseTab } from './UseTab.tsx'
import { Who } from './Who.tsx'

interface FeatureTabsProps {
  readonly draft: Draft<Feature>
  readonly edit: Editing<Feature>['edit']
  readonly mayEdit: boolean
}

const tabs = [
  { id: 'strategy', label: 'Strategy' },
  { id: 'details', label: 'Details' },
  { id: 'use', label: 'Use' },
  { id: 'history', label: 'History' },
] as const

type TabId = (typeof tabs)[number]['id']

/** The parts of a feature, of which one is shown. */
export function FeatureTabs({ draft, edit, mayEdit }: FeatureTabsProps) {
  const [selected, setSelected] = useState<TabId>('strategy')
  const { value, saved, problems } = draft
  return (
    <div class="feature-tabs">
      <Tabs<TabId> label="Parts of the feature" tabs={tabs} selected={selected} onSelect={setSelected}>
        {selected === 'strategy' && (
          <>
            {mayEdit ? (
              <StrategyEditor draft={value} saved={saved} problems={problems} onEdit={edit} />
            ) : (
              <ReadOnlyStrategy feature={value} />
            )}
            <Who draft={draft.result} saved={draft.isEdited ? draft.newest : value} />
          </>
        )}
        {selected === 'details' &&
          (mayEdit ? (
            <Details
              value={value}
              problemsOf={(pointer) => problemsBelow(problems, pointer)}
              onChange={(members, step) => edit(withMembers(value, members), step)}
            />
          ) : (
            <Json label="The feature" value={value} />
          ))}
        {selected === 'use' && <UseTab id={value.id} />}
        {selected === 'history' && (
          <History kind="features" id={saved?.id ?? value.id} onTaken={() => setSelected('strategy')} />
        )}
      </Tabs>
    </div>
  )
}
