import { useEffect, useState } from 'preact/hooks'
import { Json } from '../../parts/json/Json.tsx'
import { navigate, place } from '../../place/place.ts'
import { record } from '../../records/records.ts'
import { withoutSecrets } from '../../values/secret-members.ts'
import { ApiAddress } from '../address/ApiAddress.tsx'
import { PortalAddress } from '../address/PortalAddress.tsx'
import { FailingAlarm } from '../health/FailingAlarm.tsx'
import { RecordScreen, type RecordTab } from '../record/RecordScreen.tsx'
import { ApiBar } from './ApiBar.tsx'
import type { Asks } from './ApiDialogs.tsx'
import { ApiHead } from './ApiHead.tsx'
import { ApiLever } from './ApiLever.tsx'
import { backendsTab } from './backends/BackendsTab.tsx'
import { clientsTab } from './clients/ClientsTab.tsx'
import { deploymentsTab } from './deployments/DeploymentsTab.tsx'
import { documentationTab } from './documentation/DocumentationTab.tsx'
import { carryEdits } from './draft/carry-edits.ts'
import { expositionTab } from './exposition/ExpositionTab.tsx'
import { flowsTab } from './flows/FlowsTab.tsx'
import { Life } from './life/Life.tsx'
import { canPublish, stateOf } from './life/moves.ts'
import { plansTab } from './plans/PlansTab.tsx'
import { routesTab } from './routes/RoutesTab.tsx'
import { definitionHere, newestHere } from './served/deployments-here.ts'
import type { GatewayApi } from './served/gateway-api.ts'
import { editedKind, isServed, withLifeOf } from './served/served.ts'
import { shownSide } from './served/side.ts'
import { testingTab } from './testing/TestingTab.tsx'
import { trafficTab } from './traffic/TrafficTab.tsx'
import './api.css'

const definition: RecordTab<GatewayApi> = {
  id: 'definition',
  label: 'Definition',
  show: ({ draft: { value } }) => <Json label="The definition" value={withoutSecrets(value)} />,
}

/** The parts of an API, in the order of the list. */
const tabs: readonly RecordTab<GatewayApi>[] = [
  expositionTab,
  routesTab,
  backendsTab,
  flowsTab,
  plansTab,
  clientsTab,
  documentationTab,
  testingTab,
  deploymentsTab,
  trafficTab,
  definition,
]

/** One API: its life, its parts as they are edited or as they are served, and its history. */
export function Api({ id }: { readonly id: string }) {
  const [asks, ask] = useState<Asks>()
  const held = record('apis', id).value
  const saved = held.state === 'ready' ? held.value : undefined
  const kind = editedKind(saved)
  const isRead = saved !== undefined && record(kind, id).value.state === 'ready'
  useEffect(() => {
    if (isRead) carryEdits(id, { from: kind === 'apis' ? 'drafts' : 'apis', to: kind })
  }, [id, kind, isRead])
  return (
    <RecordScreen
      wide
      kind={kind}
      id={id}
      tabs={tabs}
      part={{ selected: selectedPart(), select: selectPart }}
      instead={saved && servedHere(id, saved)}
      head={({ draft }) => <ApiHead id={id} value={draft.value} saved={saved} asks={asks} ask={ask} />}
      above={({ mayEdit }) =>
        saved && (
          <>
            {isServed(saved) && <ApiAddress id={id} api={saved} />}
            {isServed(saved) && <PortalAddress id={id} isOn={saved.documentation?.enabled !== false} />}
            {isServed(saved) && <FailingAlarm id={id} />}
            <div class="api-status">
              <ApiLever id={id} saved={saved} mayEdit={mayEdit} />
              <Life api={saved} mayEdit={mayEdit} ask={ask} />
            </div>
            <ApiBar {...{ id, saved, mayEdit, parts: tabs }} publish={() => ask('published')} />
          </>
        )
      }
      consequence={kind === 'drafts' ? toDraft : undefined}
      next={
        saved && canPublish(stateOf(saved)) ? { label: 'Save and publish…', run: () => ask('published') } : undefined
      }
    />
  )
}

const toDraft = () => ['It’s saved in the draft. What’s served doesn’t change until you publish the draft.']

/** What is served, if the user wants to see that. */
function servedHere(id: string, saved: GatewayApi): GatewayApi | undefined {
  const newest = isServed(saved) && shownSide(id) === 'serving' ? newestHere(id) : undefined
  const here = newest && definitionHere(id, newest.id).value
  return here?.state === 'ready' && here.value ? withLifeOf(here.value, saved) : undefined
}

/** The part in the address: `?part=routes`. */
function selectedPart(): string {
  const wanted = place.value.query.get('part')
  return tabs.some(({ id }) => id === wanted) || wanted === 'history' ? wanted! : tabs[0]!.id
}

function selectPart(part: string): void {
  const { path, query } = place.peek()
  const next = new URLSearchParams(query)
  next.set('part', part)
  navigate(`${path}?${next}`, { replace: true })
}
