import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import type { Row } from '../../records/tree.ts'
import { counted } from '../../words/words.ts'
import { addressText } from '../backend/address.ts'
import { Backend } from '../backend/Backend.tsx'
import { useBackendStates } from '../backend/health-here.ts'
import { StateWord } from '../backend/StateWord.tsx'
import { type BackendState, healthInWords, statesOf } from '../backend/target-states.ts'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { recordsInSight } from '../listing/records-in-sight.ts'
import type { Use } from './uses.ts'
import { useBackendUses } from './uses-here.ts'
import './backends.css'

const backendsInSight = recordsInSight('backends')

/** The list of backends, with their targets, who uses them and how they do; with an id, that backend beside it. */
export function Backends({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('backends')
  const inSight = useSignal<readonly string[]>([])
  const states = useBackendStates()
  const uses = useBackendUses()
  useEffect(() => backendsInSight.look(inSight.value), [inSight.value.join()])
  return (
    <ListScreen
      listing={listing}
      current={id}
      beside={id !== undefined && <Backend id={id} />}
      row={(row) => <BackendRow row={row} states={states} uses={uses} />}
      inSight={(ids) => {
        if (ids.join() !== inSight.peek().join()) inSight.value = ids
      }}
      actions={<ListActions listing={listing} current={id} />}
      what="A backend is a set of servers that the routes of all APIs can use."
      example={{ id: 'orders', backend: { targets: [{ hostname: 'orders.internal', port: 8080 }] } }}
    />
  )
}

interface BackendRowProps {
  readonly row: Row
  readonly states: readonly BackendState[]
  readonly uses: ReadonlyMap<string, readonly Use[]> | undefined
}

function BackendRow({ row, states, uses }: BackendRowProps) {
  void backendsInSight.version.value
  const id = row.entry?.id
  const backend = id === undefined ? undefined : backendsInSight.find(id)
  const targets = backend?.backend?.targets ?? []
  const health = id === undefined ? undefined : healthInWords(statesOf(states, { backend: id }), targets)
  return (
    <>
      <RowHead row={row} isChoosing={false} isChosen={false} />
      <RowName row={row} />
      {backend && (
        <>
          <span class="words targets">
            {targets.length === 0 ? (
              <Aspect is="caution">no target</Aspect>
            ) : targets.length === 1 ? (
              <bdi class="key">{addressText(targets[0]!)}</bdi>
            ) : (
              counted(targets.length, 'target')
            )}
          </span>
          {uses && <span class="used">{usedInWords(uses.get(row.key))}</span>}
          <span class="state">{health && <StateWord is={health.aspect}>{health.words}</StateWord>}</span>
        </>
      )}
    </>
  )
}

/** How many APIs use a backend. */
const usedInWords = (uses: readonly Use[] = []): string =>
  uses.length === 0 ? 'not used' : uses.length === 1 ? uses[0]!.api : counted(uses.length, 'API')
