import { TextField } from '../../parts/fields/fields.tsx'
import { Lever } from '../../parts/fields/Lever.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { GrantList } from '../grants/GrantList.tsx'
import { withMembers } from '../record/members.ts'
import type { ListedGrantee } from './grantees.ts'
import { GrantEditor } from './grants/GrantEditor.tsx'

interface GranteeFormProps<T> {
  readonly value: T
  readonly problems: Readonly<Record<string, readonly string[]>>
  readonly mayEdit: boolean
  /** Why the caller cannot remove the admin rights. */
  readonly fixed: string | undefined
  onEdit(next: T, step?: string): void
}

/** Edits the name of a user or a key, whether it is an admin, and its grants. */
export function GranteeForm<T extends ListedGrantee>(props: GranteeFormProps<T>) {
  const { value, problems, mayEdit, fixed, onEdit } = props
  const { name, email, admin = false, temporary = false, authorizedPatterns = [] } = value
  const set = (members: Partial<Record<keyof ListedGrantee, unknown>>, step?: string) =>
    onEdit(withMembers(value, members), step)
  const isUser = value.id !== undefined
  const why = !mayEdit ? 'You can’t change this' : admin ? fixed : undefined
  return (
    <>
      <section class="strategy-form" aria-label="About">
        {temporary && (
          <p>
            <Aspect is="caution">Temporary password</Aspect>: it must be changed after the next sign-in.
          </p>
        )}
        {mayEdit ? (
          <>
            <TextField
              label="Name"
              value={name}
              problem={problems['/name']}
              onInput={(text) => set({ name: text }, 'name')}
            />
            {isUser && (
              <TextField
                label="E-mail"
                value={email ?? ''}
                problem={problems['/email']}
                onInput={(text) => set({ email: text === '' ? undefined : text }, 'email')}
              />
            )}
          </>
        ) : (
          <p>
            <bdi>{name}</bdi> {email !== undefined && <bdi class="muted">{email}</bdi>}
          </p>
        )}
      </section>
      <section class="admin-switch" aria-label="Admin">
        <Lever on={admin} label="Admin" why={why} onChange={(on) => set({ admin: on })} />
        <p class="muted">
          {admin
            ? 'Can do everything, including managing users and API keys. The grants below don’t matter.'
            : 'Can do what the grants allow.'}
          {admin && mayEdit && fixed !== undefined && ` ${fixed}`}
        </p>
      </section>
      <section class="grants-section" aria-labelledby="grants-title">
        <h2 id="grants-title">Grants</h2>
        {mayEdit ? (
          <GrantEditor
            grants={authorizedPatterns}
            problems={problems}
            onChange={(next, step) => set({ authorizedPatterns: next }, step)}
          />
        ) : (
          <GrantList grants={authorizedPatterns} />
        )}
      </section>
    </>
  )
}
