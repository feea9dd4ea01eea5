import { signal } from '@preact/signals'
import { session } from '../../calls/session.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { Field } from '../../parts/fields/Field.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { idOf } from '../../values/id-of.ts'
import { Tester } from '../grants/Tester.tsx'
import { foundGrantees, rightsWords } from './grantee-words.ts'
import { type GranteeKind, granteesOf, type ListedGrantee } from './grantees.ts'

/** Who is tested: `users ada` or `apiKeys shop`, kept while the user visits other screens. */
const tested = signal<string | undefined>(undefined)
const text = signal('')

interface Candidate {
  readonly kind: GranteeKind
  readonly grantee: ListedGrantee
}

const candidates = (): readonly Candidate[] =>
  (['users', 'apiKeys'] as const).flatMap((kind) => granteesOf(kind).all.value.map((grantee) => ({ kind, grantee })))

const keyOf = ({ kind, grantee }: Candidate): string => `${kind} ${idOf(grantee)}`

/** Tests what any user or API key may do. Begins with the caller. */
export function TesterTab() {
  const all = candidates()
  const found = all.find((one) => keyOf(one) === tested.value)
  const current = session.value
  const me = current.state === 'in' ? current.me : undefined
  const pick = (key: string) => {
    tested.value = key
    const picked = all.find((one) => keyOf(one) === key)
    text.value = picked ? idOf(picked.grantee) : ''
  }
  return (
    <>
      <p class="muted">
        Check what a user or an API key can do, and which grant allows it. The server decides the same way.
      </p>
      <div class="who-field">
        <Field label="Who">
          {(control) => (
            <Combobox
              {...control}
              value={text.value}
              placeholder={me?.name || 'A user or an API key'}
              source={all}
              options={(typed) =>
                all
                  .filter(({ grantee }) => foundGrantees([grantee], typed).length > 0)
                  .slice(0, 12)
                  .map((one) => ({
                    value: keyOf(one),
                    label: one.grantee.name,
                    hint: `${one.kind === 'users' ? 'user' : 'API key'} ${idOf(one.grantee)}, ${rightsWords(one.grantee)}`,
                  }))
              }
              onInput={(next) => {
                text.value = next
                const named = all.filter(({ grantee }) => idOf(grantee) === next.trim())
                tested.value = named.length === 1 ? keyOf(named[0]!) : undefined
              }}
              onPick={pick}
            />
          )}
        </Field>
        {found && <Link to={pathOf(found.kind, idOf(found.grantee))}>Open</Link>}
      </div>
      {found ? (
        <Tester name={found.grantee.name} grantee={found.grantee} />
      ) : text.value.trim() === '' && me ? (
        <Tester name={me.name || 'You'} grantee={me} />
      ) : (
        <p class="muted">No user or API key has this id. Pick one from the list.</p>
      )}
    </>
  )
}
