import { useState } from 'preact/hooks'
import { may } from '../../calls/session.ts'
import { keepFocus } from '../../keys/keep-focus.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { Field } from '../../parts/fields/Field.tsx'
import { Icon } from '../../parts/signs/Icon.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { problemsBelow, withMembers } from '../record/members.ts'
import type { ShownRecord } from '../record/RecordScreen.tsx'
import { type Application, addressWords, type Developer, developersHere } from './people.ts'

type Member = NonNullable<Application['members']>[number]

const roles = [
  ['member', 'Member'],
  ['owner', 'Owner'],
] as const satisfies readonly (readonly [Member['role'], string])[]

/** The people who share an application, and what they may do with it. */
export function Members({ draft: { value, problems }, edit, mayEdit }: ShownRecord<Application>) {
  const [text, setText] = useState('')
  const { members = [] } = value
  const people = may('R', 'Developer') ? developersHere().all.value : []
  const nameOf = (id: string) => people.find((one) => one.id === id)?.name ?? id
  const set = (next: readonly Member[]) => edit(withMembers(value, { members: next }))
  const add = (developer: string) => {
    if (!members.some((one) => one.developer === developer)) set([...members, { developer, role: 'member' }])
    setText('')
  }
  return (
    <>
      <p class="muted">Members subscribe, rotate keys and read usage. Owners also invite, remove and delete.</p>
      <ul class="member-list">
        {members.map(({ developer, role }, at) => (
          <li key={developer}>
            <span>
              {may('R', 'Developer') ? (
                <Link to={pathOf('developers', developer)}>
                  <bdi>{nameOf(developer)}</bdi>
                </Link>
              ) : (
                <bdi class="key">{developer}</bdi>
              )}
            </span>
            {mayEdit ? (
              <>
                <select
                  aria-label={`Role of ${nameOf(developer)}`}
                  value={role}
                  onChange={({ currentTarget }) =>
                    set(
                      members.map((one, i) =>
                        i === at ? { ...one, role: currentTarget.value as Member['role'] } : one,
                      ),
                    )
                  }
                >
                  {roles.map(([name, label]) => (
                    <option key={name} value={name}>
                      {label}
                    </option>
                  ))}
                </select>
                <button
                  type="button"
                  class="quiet icon-only"
                  aria-label={`Remove ${nameOf(developer)}`}
                  onClick={() => {
                    set(members.filter((_, i) => i !== at))
                    keepFocus()
                  }}
                >
                  <Icon name="x" />
                </button>
              </>
            ) : (
              <span class="muted">{roles.find(([name]) => name === role)?.[1]}</span>
            )}
            {problemsBelow(problems, `/members/${at}`).map((problem) => (
              <span key={problem} class="problem-line">
                {problem}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {mayEdit && people.length > 0 && (
        <Field label="Add a member" stacked problem={problems['/members']}>
          {(control) => (
            <Combobox
              {...control}
              value={text}
              source={people}
              placeholder="Name or e-mail"
              options={(words) => optionsFor(people, members, words)}
              onInput={setText}
              onPick={add}
            />
          )}
        </Field>
      )}
    </>
  )
}

/** The most people who are offered. */
const MOST = 20

const optionsFor = (people: readonly Developer[], members: readonly Member[], words: string) =>
  people
    .filter(({ id, name, email = '' }) => {
      const isMember = members.some(({ developer }) => developer === id)
      return !isMember && `${name} ${email}`.toLowerCase().includes(words.trim().toLowerCase())
    })
    .slice(0, MOST)
    .map((one) => {
      const { id = '', name } = one
      const address = addressWords(one)
      return { value: id, label: name, hint: address === undefined ? name : `${name}, ${address}` }
    })
