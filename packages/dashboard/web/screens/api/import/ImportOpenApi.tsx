import { useSignal } from '@preact/signals'
import { confirmed } from '../../../confirm/question.ts'
import { toast } from '../../../notices/toasts.ts'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { editing } from '../../../records/drafts.ts'
import { record } from '../../../records/records.ts'
import { editedKind } from '../served/served.ts'
import { DocumentFailure } from './DocumentFailure.tsx'
import { DocumentField } from './DocumentField.tsx'
import { ImportReview } from './ImportReview.tsx'
import { planImport, takeImport } from './import-call.ts'
import type { OpenApiDocument } from './openapi-document.ts'
import { usePlan } from './use-plan.ts'

interface ImportOpenApiProps {
  readonly id: string
  onClose(): void
}

/**
 * Imports an OpenAPI document into an API. A dry run shows what changes and whose word stands before anything is
 * written. What is served changes with the next publication only.
 */
export function ImportOpenApi({ id, onClose }: ImportOpenApiProps) {
  const held = record('apis', id).value
  const kind = editedKind(held.state === 'ready' ? held.value : undefined)
  const into = { into: id, draft: kind === 'drafts' }
  const document = useSignal<OpenApiDocument | undefined>(undefined)
  const busy = useSignal(false)
  const isMoved = useSignal(false)
  const given = document.value
  const { plan, error, again } = usePlan(given && ((signal) => planImport(given, into, signal)), [given, kind])
  const take = async (event: Event) => {
    event.preventDefault()
    const planned = plan.peek()
    if (!given || !planned || busy.peek()) return
    const because = await confirmed([id], { title: `Import into ${id}?`, action: 'Import' })
    if (!because) return
    busy.value = true
    error.value = undefined
    try {
      await takeImport(given, into, { ...because, ...(planned.tag !== undefined && { ifMatch: planned.tag }) })
      toast(into.draft ? `The document is imported into the draft of ${id}.` : `The document is imported into ${id}.`)
      onClose()
    } catch (cause) {
      if ((cause as { code?: unknown }).code === 'PRECONDITION_FAILED') {
        isMoved.value = true
        again()
      } else error.value = cause
    } finally {
      busy.value = false
    }
  }
  return (
    <Dialog title={`Import OpenAPI into ${id}`} wide onClose={onClose}>
      <form onSubmit={take}>
        <DocumentField
          document={given}
          onChange={(next) => {
            isMoved.value = false
            document.value = next
          }}
        />
        <p class="muted">
          {into.draft
            ? 'The changes go into the draft. What is served changes when you publish it.'
            : 'APIs in this state are not served. The changes are saved at once.'}
          {plan.value?.hasOtherDraft && ' Its draft stays as it is, and is what will be published.'}
          {editing(kind, id).draft.value.isEdited && ' Changes that you haven’t saved yet stay in the form.'}
        </p>
        <div role="status">
          {isMoved.value && <p class="notice">The API has changed in the meantime. Review the changes again.</p>}
          {given && !plan.value && error.value === undefined && <Late>Comparing…</Late>}
          {plan.value && <ImportReview plan={plan.value.plan} />}
        </div>
        {error.value !== undefined && <DocumentFailure error={error.value} document={given} retry={again} />}
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={!plan.value} aria-busy={busy.value}>
            Import
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
