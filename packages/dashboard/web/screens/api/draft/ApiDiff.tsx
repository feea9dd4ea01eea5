import { ChangeTable } from '../../../parts/changes/ChangeTable.tsx'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { membersOf, signs } from './api-diff.ts'
import type { ApiChange } from './draft-changes.ts'
import './api-diff.css'

interface ApiDiffProps {
  readonly changes: readonly ApiChange[]
  /** The headings of the values before and after. */
  readonly was: string
  readonly now: string
}

/** The differences of two definitions of an API: a sentence for each part, which opens to its members. */
export const ApiDiff = ({ changes, was, now }: ApiDiffProps) => (
  <ul class="api-diff">
    {changes.map((change) => (
      <li key={`${change.what} ${change.id} ${change.change}`} class={change.change}>
        <details>
          <summary>
            <span class="sign" aria-hidden="true">
              {signs[change.change]}
            </span>
            <span dir="auto">{change.text}</span>
            <Icon name="chevron-right" />
          </summary>
          <ChangeTable changes={membersOf(change)} was={was} now={now} />
        </details>
      </li>
    ))}
  </ul>
)
