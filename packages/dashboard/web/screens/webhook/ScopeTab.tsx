import type { RecordOf } from '../../kinds/kinds.ts'
import { TextField } from '../../parts/fields/fields.tsx'
import { problemsBelow, withMembers } from '../record/members.ts'
import type { ShownRecord } from '../record/RecordScreen.tsx'
import { HeaderFields } from './HeaderFields.tsx'
import { headersOf } from './headers.ts'
import { ScopeFields } from './ScopeFields.tsx'
import { ScopePreview } from './ScopePreview.tsx'
import { scopeWords } from './scope-sentence.ts'

type Hook = RecordOf<'webhooks'>

/** Where a webhook posts to, which events, and with which headers. */
export function ScopeTab({ draft, edit, mayEdit, id }: ShownRecord<Hook>) {
  const { value, saved, problems } = draft
  const problemsOf = (pointer: string) => problemsBelow(problems, pointer)
  const set = (members: object, step?: string) => edit(withMembers(value, members), step)
  const isMoved = saved !== undefined && saved.callbackUrl !== value.callbackUrl
  return (
    <>
      {mayEdit ? (
        <>
          <TextField
            label="Address"
            mono
            type="url"
            value={value.callbackUrl}
            problem={problemsOf('/callbackUrl')}
            hint="http or https. Events are posted here."
            onInput={(callbackUrl) => set({ callbackUrl }, 'callbackUrl')}
          />
          <ScopeFields scope={value} problemsOf={problemsOf} onChange={(next, step) => set(next, step)} />
        </>
      ) : (
        <ReadOnly hook={value} />
      )}
      <ScopePreview id={id} scope={value} />
      {mayEdit && (
        <HeaderFields
          headers={value.headers}
          isMoved={isMoved}
          problemsOf={problemsOf}
          onChange={(headers, step) => set({ headers: headers ?? {} }, step)}
        />
      )}
    </>
  )
}

const ReadOnly = ({ hook }: { readonly hook: Hook }) => (
  <dl class="hook-facts">
    <dt>Address</dt>
    <dd class="key">{hook.callbackUrl}</dd>
    <dt>Receives</dt>
    <dd>{scopeWords(hook).text}</dd>
    <dt>Headers</dt>
    <dd class="key">
      {headersOf(hook.headers)
        .map(({ name }) => name)
        .join(', ') || 'none'}
    </dd>
  </dl>
)
