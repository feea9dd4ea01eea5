import { useState } from 'preact/hooks'
import { may } from '../../calls/session.ts'
import { Confirm } from '../../parts/dialogs/Confirm.tsx'
import { SelectField, TextField } from '../../parts/fields/fields.tsx'
import type { Invitation } from './developer-links.ts'
import { applicationsHere } from './people.ts'

interface InviteDialogProps {
  run(invitation: Invitation): Promise<void>
  onClose(): void
}

const roles = [
  { value: 'member', label: 'Member' },
  { value: 'owner', label: 'Owner' },
] as const

/** Asks whom an invitation is for. The link is shown afterwards. */
export function InviteDialog({ run, onClose }: InviteDialogProps) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [application, setApplication] = useState('')
  const [role, setRole] = useState<'member' | 'owner'>('member')
  const applications = may('R', 'Application') ? applicationsHere().all.value : []
  return (
    <Confirm
      title="Invite a developer"
      action="Create the link"
      run={() =>
        run({
          ...(name.trim() !== '' && { name: name.trim() }),
          ...(email.trim() !== '' && { email: email.trim() }),
          ...(application !== '' && { application, role }),
        })
      }
      onClose={onClose}
    >
      <p>You get a link to send to the person. It works once, for 7 days.</p>
      <TextField label="Name" stacked hint="Optional." value={name} onInput={setName} />
      <TextField
        label="E-mail"
        stacked
        hint="Optional. The person can choose another one."
        value={email}
        onInput={setEmail}
      />
      {applications.length > 0 && (
        <SelectField
          label="Application"
          stacked
          hint="They join it when they create the account."
          value={application}
          choices={[
            { value: '', label: 'None' },
            ...applications.map(({ id = '', name }) => ({ value: id, label: name })),
          ]}
          onChange={setApplication}
        />
      )}
      {application !== '' && (
        <SelectField
          label="Role"
          stacked
          value={role}
          choices={roles}
          onChange={(next: 'member' | 'owner') => setRole(next)}
        />
      )}
    </Confirm>
  )
}
