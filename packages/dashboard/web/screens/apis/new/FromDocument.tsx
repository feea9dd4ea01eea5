import { Late } from '../../../parts/outcomes/Late.tsx'
import { counted } from '../../../words/words.ts'
import { DocumentFailure } from '../../api/import/DocumentFailure.tsx'
import { DocumentField } from '../../api/import/DocumentField.tsx'
import { ImportWarnings } from '../../api/import/ImportReview.tsx'
import type { OpenApiDocument } from '../../api/import/openapi-document.ts'
import { usePlan } from '../../api/import/use-plan.ts'
import { importNew } from './create-api.ts'
import type { NewFields } from './new-fields.ts'

interface FromDocumentProps {
  readonly document: OpenApiDocument | undefined
  readonly problem: string | undefined
  onChange(document: OpenApiDocument | undefined): void
}

/** The document that a new API is made from. */
export const FromDocument = ({ document, problem, onChange }: FromDocumentProps) => (
  <>
    <DocumentField document={document} onChange={onChange} />
    {problem !== undefined && (
      <p class="problem" role="alert">
        {problem}
      </p>
    )}
  </>
)

interface OutcomeProps {
  readonly fields: NewFields
  /** Whether the service can be asked what the document makes: all fields are valid. */
  readonly isReady: boolean
}

/** What a document makes, and what it leaves out, before the API is created. */
export function Outcome({ fields, isReady }: OutcomeProps) {
  const { document, id, domain, context_path } = fields
  const ask = isReady && document ? (signal: AbortSignal) => importNew(fields, { signal }) : undefined
  const { plan, error, again } = usePlan(ask, [isReady, document, id, domain, context_path])
  if (error.value !== undefined) return <DocumentFailure error={error.value} document={document} retry={again} />
  if (!ask) return null
  const made = plan.value
  return (
    <div role="status" class="import-review">
      {!made && <Late>Reading the document…</Late>}
      {made && (
        <>
          <p>
            <bdi>{made.name}</bdi> {made.version}: {counted(made.routes?.length ?? 0, 'route')} and{' '}
            {counted(made.backends?.length ?? 0, 'backend')}. {made.warnings?.length === 0 && 'All of it is imported.'}
          </p>
          <ImportWarnings warnings={made.warnings ?? []} />
        </>
      )}
    </div>
  )
}
