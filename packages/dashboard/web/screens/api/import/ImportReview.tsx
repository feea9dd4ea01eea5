import { Aspect } from '../../../parts/signs/Aspect.tsx'
import { counted } from '../../../words/words.ts'
import { ApiDiff } from '../draft/ApiDiff.tsx'
import type { Imported } from './import-call.ts'
import { documentPlace, partAt } from './places.ts'
import { reviewChanges } from './review-changes.ts'

/** What an import changes: its changes as sentences, the conflicts with whose word stands, and what it leaves out. */
export const ImportReview = ({ plan }: { readonly plan: Imported }) => {
  const { changes = [], conflicts = [], warnings = [] } = plan
  return (
    <div class="import-review">
      <section aria-label="Changes">
        <h3>{changes.length === 0 ? 'Nothing changes' : counted(changes.length, 'change')}</h3>
        {changes.length === 0 ? (
          <p class="muted">The API already matches the document.</p>
        ) : (
          <ApiDiff changes={reviewChanges(changes)} was="Now" now="After" />
        )}
      </section>
      {conflicts.length > 0 && (
        <section aria-label="Conflicts">
          <h3>{counted(conflicts.length, 'conflict')} with changes made here</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <ul class="import-list" tabIndex={0}>
            {conflicts.map(({ pointer, message, kept }) => (
              <li key={`${pointer} ${message}`}>
                <strong dir="auto">{partAt(plan, pointer)}</strong>{' '}
                <Aspect is="caution" boxed>
                  {kept === 'api' ? 'the API keeps its value' : 'the document wins'}
                </Aspect>
                <br />
                <span dir="auto">{message}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <ImportWarnings warnings={warnings} />
    </div>
  )
}

/** The parts of a document that are not imported, each with its place. */
export const ImportWarnings = ({ warnings }: { readonly warnings: NonNullable<Imported['warnings']> }) =>
  warnings.length === 0 ? null : (
    <section aria-label="Warnings">
      <h3>{counted(warnings.length, 'warning')} about the document</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul class="import-list" tabIndex={0}>
        {warnings.map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>
            <span class="key" title={pointer}>
              <bdi>{documentPlace(pointer)}</bdi>
            </span>
            <br />
            <span dir="auto">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
