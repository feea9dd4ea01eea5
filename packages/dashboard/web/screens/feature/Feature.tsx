import type { Feature as FeatureRecord } from '@signalbox/core/contract'
import { mount } from '../../place/mount.ts'
import { detailsTab } from '../record/details-tab.tsx'
import { LeverCard } from '../record/LeverCard.tsx'
import { RecordScreen, type RecordTab } from '../record/RecordScreen.tsx'
import { Snippets } from '../record/Snippets.tsx'
import { GatedRoutes } from '../releases/GatedRoutes.tsx'
import { armsOf } from '../strategies/index.ts'
import { ReadOnlyStrategy } from '../strategies/ReadOnlyStrategy.tsx'
import { Fork } from '../targeting/Fork.tsx'
import { consequenceHere } from './consequence/consequence-here.ts'
import { Head } from './Head.tsx'
import { StrategyEditor } from './StrategyEditor.tsx'
import { snippetsOf } from './use-in-code.ts'
import { Who } from './Who.tsx'
import './feature.css'

/** One feature: its lever, its strategy, who would get it, and its history. */
export const Feature = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="features"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved }, edit, mayEdit }) => (
      <Head id={id} feature={value} saved={saved} edit={edit} mayEdit={mayEdit} />
    )}
    above={({ draft: { value, saved }, mayEdit }) =>
      saved && (
        <LeverCard kind="features" id={saved.id} enabled={saved.enabled} mayEdit={mayEdit}>
          {(on) => <Fork arms={armsOf({ ...value, enabled: on })} />}
        </LeverCard>
      )
    }
    consequence={consequenceHere}
  />
)

const tabs: readonly RecordTab<FeatureRecord>[] = [
  {
    id: 'strategy',
    label: 'Strategy',
    show: ({ draft: { value, saved, problems, result, newest, isEdited }, edit, mayEdit }) => (
      <>
        {mayEdit ? (
          <StrategyEditor draft={value} saved={saved} problems={problems} onEdit={edit} />
        ) : (
          <ReadOnlyStrategy feature={value} />
        )}
        <Who draft={result} saved={isEdited ? newest : value} />
      </>
    ),
  },
  detailsTab(),
  { id: 'use', label: 'Use', show: ({ draft }) => <UseTab id={draft.value.id} /> },
  { id: 'routes', label: 'Routes', domain: 'Api', show: ({ id }) => <GatedRoutes feature={id} /> },
]

/** How programs check the feature. */
const UseTab = ({ id }: { readonly id: string }) => <Snippets snippets={snippetsOf(id, mount.apiUrl)} />
