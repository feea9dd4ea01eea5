import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { may } from '../../../calls/session.ts'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { Copy } from '../../../parts/json/Copy.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { Captured } from './Captured.tsx'
import { decisionFacts, decisionSentence } from './decision-facts.ts'
import { Facts } from './RequestDialog.tsx'
import type { Decision } from './request-facts.ts'

/** A request by its id: how it was decided, and what was captured. */
export function DecisionDialog({ id, onClose }: { readonly id: string; onClose(): void }) {
  const decision = useSignal<Decision | undefined>(undefined)
  const failure = useSignal<unknown>(undefined)
  const read = async () => {
    failure.value = undefined
    try {
      decision.value = await api.gateway.decision({ requestId: id })
    } catch (error) {
      failure.value = error
    }
  }
  useEffect(() => void read(), [id])
  const found = decision.value
  return (
    <Dialog title="One request" wide onClose={onClose}>
      <div class="request-dialog">
        <div class="bar muted">
          <span class="key">{id}</span>
          <Copy text={id} label="Copy the id of the request" bare />
        </div>
        {failure.value !== undefined && <Failure error={failure.value} retry={() => void read()} />}
        {!found && failure.value === undefined && <Late>Looking for the request…</Late>}
        {found && (
          <>
            <p>{decisionSentence(found)}</p>
            <Facts facts={decisionFacts(found)} />
            {found.api !== undefined && may('U', 'Api', found.api) && <Captured api={found.api} id={id} />}
          </>
        )}
      </div>
      <footer>
        <button type="button" autofocus onClick={onClose}>
          Close
        </button>
      </footer>
    </Dialog>
  )
}
