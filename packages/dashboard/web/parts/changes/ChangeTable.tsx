import { Fragment } from 'preact'
import type { MemberChange } from '../../records/drafts.ts'
import { changesInTexts } from '../../values/changes-in-text.ts'
import { listDiff } from '../../values/list-diff.ts'
import { memberLabel } from '../../values/member-label.ts'
import { isHiddenMember, withoutSecretsIn } from '../../values/secret-members.ts'
import { isLongText, TextDiff, Value } from './ChangedValue.tsx'
import { ListDiff } from './ListDiff.tsx'
import './changes.css'

interface ChangeTableProps {
  readonly changes: readonly MemberChange[]
  /** The heading of the values before. @default 'Saved' */
  readonly was?: string
  /** The heading of the values after. @default 'New' */
  readonly now?: string
}

/** Changed members with their values before and after. Texts of several lines are compared line by line, lists item by item. */
export const ChangeTable = ({ changes, was = 'Saved', now = 'New' }: ChangeTableProps) => (
  <table class="change-table">
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">{was}</th>
        <th scope="col">{now}</th>
      </tr>
    </thead>
    <tbody>
      {changesInTexts(changes.map(shown)).map((change) => (
        <Fragment key={change.pointer}>
          {comparedOf(change) ? (
            <tr>
              <th scope="row" class="key">
                {memberLabel(change.pointer)}
              </th>
              <td colSpan={2}>{comparedOf(change)}</td>
            </tr>
          ) : (
            <tr>
              <th scope="row" class="key">
                {memberLabel(change.pointer)}
              </th>
              <td class="was" data-label={was}>
                <Value value={change.was} isSecret={isHiddenMember(change.pointer)} />
              </td>
              <td class="now" data-label={now}>
                <Value value={change.now} isSecret={isHiddenMember(change.pointer)} />
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </tbody>
  </table>
)

const shown = ({ pointer, was, now }: MemberChange): MemberChange => ({
  ...{ pointer, was: withoutSecretsIn(pointer, was), now: withoutSecretsIn(pointer, now) },
})

/** Both values as one comparison; `undefined` for values that stand side by side. */
function comparedOf({ pointer, was, now }: MemberChange) {
  if (isHiddenMember(pointer)) return undefined
  if (isLongText({ was, now })) return <TextDiff was={was as string} now={now as string} />
  const changes = Array.isArray(was) && Array.isArray(now) ? listDiff(was, now) : undefined
  return changes && <ListDiff changes={changes} />
}
