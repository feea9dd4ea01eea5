import { Changes } from '../../parts/changes/Changes.tsx'
import { Dialog } from '../../parts/dialogs/Dialog.tsx'
import { TextField } from '../../parts/fields/fields.tsx'
import { EditedTexts } from '../../parts/json/use-json-text.ts'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { editing } from '../../records/drafts.ts'
import { record } from '../../records/records.ts'
import { credentialFields } from '../api/plans/mode-fields.ts'
import { Details } from '../record/Details.tsx'
import { problemsBelow, withMembers } from '../record/members.ts'
import { ConfigEditor } from '../schema-form/ConfigEditor.tsx'
import type { Credential } from './credential-words.ts'

interface LimitsDialogProps {
  readonly clientId: string
  onClose(): void
}

/** What a credential may be used for, for admins. It began with the settings of its plan. */
export function LimitsDialog({ clientId, onClose }: LimitsDialogProps) {
  const held = record('credentials', clientId).value
  return (
    <Dialog wide title={`Limits of ${clientId}`} onClose={onClose}>
      {held.state === 'loading' && <Late>Loading the credential…</Late>}
      {held.state === 'failed' && <Failure error={held.error} retry={held.retry} />}
      {held.state === 'missing' && <p>The credential was deleted.</p>}
      {held.state === 'ready' && <Limits clientId={clientId} />}
    </Dialog>
  )
}

function Limits({ clientId }: { readonly clientId: string }) {
  const edited = editing('credentials', clientId)
  const { value, problems, unreadable } = edited.draft.value
  const change = (members: object, step?: string) => edited.edit(withMembers(value, members), step)
  const limits = Object.fromEntries(Object.entries(value).filter(([name]) => isLimit(name)))
  return (
    <EditedTexts.Provider value={{ ...edited, unreadable }}>
      <p class="muted limits-about">
        They started as a copy of the plan’s settings. Changing the plan doesn’t change them.
      </p>
      <ConfigEditor
        label="The limits"
        field={credentialFields}
        value={limits}
        defaults={undefined}
        pointer=""
        settings={{ problems }}
        onChange={(next, step) => edited.edit(withLimits(value, next as object), step)}
      />
      <details class="more-settings limits-more">
        <summary>Name, description, tags and metadata</summary>
        <TextField
          label="Name"
          value={value.clientName ?? ''}
          problem={problemsBelow(problems, '/clientName')}
          onInput={(name) => change({ clientName: name === '' ? undefined : name }, 'name')}
        />
        <Details value={value} problemsOf={(pointer) => problemsBelow(problems, pointer)} onChange={change} />
      </details>
      <Changes editing={edited} consequence={['It applies to the next requests.']} />
    </EditedTexts.Provider>
  )
}

const limitNames: ReadonlySet<string> = new Set(credentialFields.members.map(({ name }) => name))

const isLimit = (name: string): boolean => limitNames.has(name)

/** A credential with other limits. */
const withLimits = (credential: Credential, limits: object): Credential =>
  ({ ...Object.fromEntries(Object.entries(credential).filter(([name]) => !isLimit(name))), ...limits }) as Credential
