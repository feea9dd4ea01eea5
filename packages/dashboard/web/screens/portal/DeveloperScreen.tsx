import { failureSentence } from '../../calls/failures.ts'
import { may } from '../../calls/session.ts'
import { confirmed } from '../../confirm/question.ts'
import { kinds, pathOf } from '../../kinds/kinds.ts'
import { toast } from '../../notices/toasts.ts'
import { TextField } from '../../parts/fields/fields.tsx'
import { Lever } from '../../parts/fields/Lever.tsx'
import { TextList } from '../../parts/fields/TextList.tsx'
import { Json } from '../../parts/json/Json.tsx'
import { JsonText } from '../../parts/json/JsonText.tsx'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import type { MenuItem } from '../../parts/ways/Menu.tsx'
import { operationsOf } from '../../records/operations.ts'
import { problemsBelow, withMembers } from '../record/members.ts'
import { RecordHead } from '../record/RecordHead.tsx'
import { RecordScreen, type RecordTab, type ShownRecord } from '../record/RecordScreen.tsx'
import { resetPassword } from './developer-links.ts'
import { applicationsHere, type Developer, standings } from './people.ts'

/** One person who uses APIs: who they are, whether they can sign in, and their applications. */
export const DeveloperScreen = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="developers"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved }, mayEdit }) => (
      <RecordHead
        kind="developers"
        id={id}
        name={saved?.name}
        value={value}
        saved={saved}
        items={mayEdit && saved ? itemsOf(saved) : []}
      />
    )}
    above={({ draft: { newest } }) => newest && <Standing developer={newest} />}
  />
)

function itemsOf({ id = '', name, status = 'active' }: Developer): readonly MenuItem[] {
  const isBlocked = status === 'blocked'
  return [
    isBlocked
      ? { label: 'Unblock', icon: 'play', run: () => void setStatus(id, 'active') }
      : { label: 'Block…', icon: 'pause', danger: true, run: () => void block(id, name) },
    ...(resetPassword
      ? ([
          {
            label: 'Create a reset link',
            icon: 'key-round',
            run: () => void resetPassword?.(id, name).catch(tell),
          },
        ] as const)
      : []),
  ]
}

async function block(id: string, name: string): Promise<void> {
  const because = await confirmed([id], {
    title: `Block ${name}?`,
    action: 'Block',
    means: ['All their sessions end. Keys of their applications still work: close the subscriptions to stop them.'],
    always: true,
  })
  if (because) await setStatus(id, 'blocked', because)
}

async function setStatus(id: string, status: Developer['status'], because: object = {}): Promise<void> {
  await operationsOf('developers').patch({ id, body: { status } }, because).catch(tell)
}

const tell = (error: unknown): void => toast(failureSentence(error), { aspect: 'danger' })

function Standing({ developer: { status = 'active', email, email_verified } }: { readonly developer: Developer }) {
  const { word, aspect, sentence } = standings[status]
  return (
    <p>
      {email !== undefined && (
        <>
          <bdi>{email}</bdi> <span class="muted">({email_verified ? 'confirmed' : 'not confirmed'})</span>.{' '}
        </>
      )}
      {aspect ? <Aspect is={aspect}>{word}</Aspect> : word}. {sentence}
    </p>
  )
}

const tabs: readonly RecordTab<Developer>[] = [
  { id: 'about', label: 'About', show: (shown) => <About {...shown} /> },
  {
    id: 'applications',
    label: 'Applications',
    domain: kinds.applications.domain,
    count: ({ id }) => applicationsOf(id).length,
    show: ({ id }) => <Applications id={id} />,
  },
]

function About({ draft: { value, problems }, edit, mayEdit }: ShownRecord<Developer>) {
  if (!mayEdit) return <Json label="The developer" value={value} />
  const set = (members: object, step?: string) => edit(withMembers(value, members), step)
  const { name, email = '', email_verified: isVerified = false, groups = [], tags = [] } = value
  return (
    <>
      <TextField
        label="Name"
        value={name}
        problem={problems['/name']}
        onInput={(next) => set({ name: next }, 'name')}
      />
      <TextField
        label="E-mail"
        value={email}
        problem={problems['/email']}
        onInput={(next) => set({ email: next === '' ? undefined : next }, 'email')}
      />
      <Lever
        on={isVerified}
        label={isVerified ? 'The address is confirmed' : 'The address is not confirmed'}
        onChange={(email_verified) => set({ email_verified })}
      />
      <TextList
        label="Groups"
        noun="group"
        values={groups}
        hint="Conditions for who can read and subscribe can use them."
        problemsOf={(at) => problemsBelow(problems, `/groups/${at}`)}
        onChange={(next, step) => set({ groups: next }, step)}
      />
      <TextList
        label="Tags"
        noun="tag"
        values={tags}
        hint="Developers don’t see them. Conditions can use them, too."
        problemsOf={(at) => problemsBelow(problems, `/tags/${at}`)}
        onChange={(next, step) => set({ tags: next }, step)}
      />
      <JsonText
        label="Metadata"
        pointer="/metadata"
        value={value.metadata}
        problems={problemsBelow(problems, '/metadata')}
        rows={[2, 12]}
        hint="A JSON object for programs."
        onChange={(metadata) => set({ metadata }, 'metadata')}
      />
    </>
  )
}

const applicationsOf = (id: string) =>
  may('R', 'Application')
    ? applicationsHere().all.value.filter(({ members = [] }) => members.some(({ developer }) => developer === id))
    : []

function Applications({ id }: { readonly id: string }) {
  const found = applicationsOf(id)
  if (found.length === 0) return <p class="muted">This developer isn’t a member of any application.</p>
  return (
    <ul class="member-list">
      {found.map(({ id: application = '', name, members = [] }) => (
        <li key={application}>
          <Link to={pathOf('applications', application)}>
            <bdi>{name}</bdi>
          </Link>
          <span class="muted">
            {members.find(({ developer }) => developer === id)?.role === 'owner' ? 'Owner' : 'Member'}
          </span>
        </li>
      ))}
    </ul>
  )
}
