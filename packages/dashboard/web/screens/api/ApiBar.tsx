import { Segmented } from '../../parts/fields/Segmented.tsx'
import { record } from '../../records/records.ts'
import { isSame } from '../../values/is-same.ts'
import { draftChangesHere } from './draft/draft-changes.ts'
import { Lint } from './lint/Lint.tsx'
import { discardDraft } from './publish/discard-draft.ts'
import { newestHere } from './served/deployments-here.ts'
import type { GatewayApi } from './served/gateway-api.ts'
import { isServed } from './served/served.ts'
import { type Side, shownSide, showSide } from './served/side.ts'
import { tellFailure } from './tell-failure.ts'

interface ApiBarProps {
  readonly id: string
  readonly saved: GatewayApi
  readonly mayEdit: boolean
  /** The parts of the API that can be shown. */
  readonly parts: readonly { readonly id: string; readonly label: string }[]
  /** Asks before the draft is published. */
  publish(): void
}

const sides = [
  { value: 'draft', label: 'Draft' },
  { value: 'serving', label: 'Serving' },
] as const satisfies readonly { value: Side; label: string }[]

/** What stands over the parts of an API: which of its versions they show, what is wrong, and what can be done with the draft. */
export function ApiBar({ id, saved, mayEdit, parts, publish }: ApiBarProps) {
  const served = isServed(saved)
  const changes = draftChangesHere(id, saved)?.length ?? 0
  return (
    <div class="bar api-bar">
      {served && newestHere(id) && (
        <Segmented label="Version" choices={sides} value={shownSide(id)} onChange={(side) => showSide(id, side)} />
      )}
      <Lint id={id} parts={parts} />
      {mayEdit && served && (
        <div class="bar">
          {hasDraft(id, saved) && (
            <button type="button" onClick={() => void discardDraft(id).catch(tellFailure)}>
              Discard draft
            </button>
          )}
          {changes > 0 && (
            <button type="button" class="primary" onClick={publish}>
              Publish…
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** Whether an API has a draft that differs from what is saved. */
function hasDraft(id: string, saved: GatewayApi): boolean {
  const draft = record('drafts', id).value
  return draft.state === 'ready' && !isSame(draft.value, saved)
}
