import { useEffect } from 'preact/hooks'
import { Json } from '../../parts/Json.tsx'
import { navigate, place } from '../../place.ts'
import { record } from '../../records.ts'
import { RecordHead } from '../record/RecordHead.tsx'
import type { RecordTab } from '../record/RecordScreen.tsx'
import { RecordScreen } from '../record/RecordScreen.tsx'
import { ApiBar } from './ApiBar.tsx'
import { carryEdits } from './carry-edits.ts'
import { definitionHere, newestHere } from './deployments-here.ts'
import { expositionTab } from './exposition/ExpositionTab.tsx'
import type { GatewayApi } from './gateway-api.ts'
import { removeApi } from './remove-api.ts'
import { routesTab } from './routes/RoutesTab.tsx'
import { Standing } from './Standing.tsx'
import { editedKind, isServed, withLifeOf } from './served.ts'
import { shownSide } from './side.ts'
import './api.css'

const definition: RecordTab<GatewayApi> = {
  id: 'definition',
  label: 'Definition',
  show: ({ draft: { value } }) => <Json label="The definition" value={value} />,
}

/** The parts of an API, in the order of the list. */
const tabs: readonly RecordTab<GatewayApi>[] = [expositionTab, routesTab, definition]

/** One API: its life, its parts as they are edited or as they are served, and its history. */
export function Api({ id }: { readonly id: string }) {
  const held = record('apis', id).value
  const saved = held.state === 'ready' ? held.value : undefined
  const kind = editedKind(saved)
  useEffect(() => carryEdits(id, { from: kind === 'apis' ? 'drafts' : 'apis', to: kind }), [id, kind])
  return (
    <RecordScreen
      wide
      kind={kind}
      id={id}
      tabs={tabs}
      part={{ selected: selectedPart(), select: selectPart }}
      instead={saved && servedHere(id, saved)}
      head={({ draft }) => (
        <RecordHead
          kind="apis"
          id={id}
          value={draft.value}
          saved={saved}
          onRemove={() => saved && void removeApi(saved)}
        />
      )}
      above={({ draft, mayEdit }) =>
        saved && (
          <>
            <Standing id={id} saved={saved} />
            <ApiBar id={id} saved={saved} draft={draft} mayEdit={mayEdit} />
          </>
        )
      }
    />
  )
}

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
