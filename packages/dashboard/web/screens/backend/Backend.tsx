import { useSignal } from '@preact/signals'
import { failureSentence } from '../../calls/failures.ts'
import { pathOf, type RecordOf } from '../../kinds/kinds.ts'
import { Dialog } from '../../parts/dialogs/Dialog.tsx'
import { TextField } from '../../parts/fields/fields.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { errorsOf } from '../../saving/problems.ts'
import { listed } from '../../words/words.ts'
import type { Use } from '../backends/uses.ts'
import { useBackendUses } from '../backends/uses-here.ts'
import { problemsBelow, withMembers } from '../record/members.ts'
import { RecordHead } from '../record/RecordHead.tsx'
import { RecordScreen, type RecordTab, type ShownRecord } from '../record/RecordScreen.tsx'
import { removeRecord } from '../record/remove-record.ts'
import { BackendFacts } from './BackendFacts.tsx'
import { BackendForm } from './BackendForm.tsx'
import { Folded } from './Folded.tsx'
import { useBackendStates } from './health-here.ts'
import { statesOf } from './target-states.ts'

type Stored = RecordOf<'backends'>

/** One stored backend: its targets and how they do, who uses it, and its history. */
export function Backend({ id }: { readonly id: string }) {
  const uses = useBackendUses()?.get(id) ?? []
  const refusal = useSignal<unknown>(undefined)
  const remove = (saved: Stored) =>
    removeRecord('backends', saved, {
      refused(error) {
        const isUsed = usersIn(error).length > 0
        if (isUsed) refusal.value = error
        return isUsed
      },
    })
  return (
    <RecordScreen
      kind="backends"
      id={id}
      tabs={tabs}
      head={({ draft: { value, saved } }) => (
        <RecordHead kind="backends" id={id} value={value} saved={saved} onRemove={() => saved && void remove(saved)}>
          {refusal.value !== undefined && (
            <StillUsed id={id} error={refusal.value} onClose={() => (refusal.value = undefined)} />
          )}
        </RecordHead>
      )}
      above={() => <UsedBy uses={uses} />}
      consequence={({ changes }) =>
        changes.length > 0 && uses.length > 0
          ? [`It takes effect at once for the routes of ${listed(uses.map(({ api }) => api))}.`]
          : []
      }
    />
  )
}

const tabs: readonly RecordTab<Stored>[] = [
  { id: 'targets', label: 'Targets', show: (shown) => <TargetsTab {...shown} /> },
]

/** The APIs that a refusal to delete a backend names. */
const usersIn = (error: unknown): readonly string[] =>
  errorsOf(error).flatMap(({ message, args }) => (message === 'error.backend.used' ? args : []))

interface StillUsedProps {
  readonly id: string
  readonly error: unknown
  onClose(): void
}

/** Why a backend cannot be deleted, with the APIs that use it. */
const StillUsed = ({ id, error, onClose }: StillUsedProps) => (
  <Dialog title={`${id} is in use`} onClose={onClose}>
    <p dir="auto">{failureSentence(error)}</p>
    <ul class="uses">
      {usersIn(error).map((api) => (
        <li key={api}>{/^\d+ more$/.test(api) ? api : <Link to={`${pathOf('apis', api)}?part=routes`}>{api}</Link>}</li>
      ))}
    </ul>
    <footer>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </footer>
  </Dialog>
)

function UsedBy({ uses }: { readonly uses: readonly Use[] }) {
  if (uses.length === 0) return null
  return (
    <p class="used-by">
      Used by{' '}
      {uses.map(({ api, isDraft }, i) => (
        <span key={api}>
          {i > 0 && (i === uses.length - 1 ? ' and ' : ', ')}
          <Link to={`${pathOf('apis', api)}?part=routes`}>
            <bdi>{api}</bdi>
          </Link>
          {isDraft && <span class="muted"> (in its draft)</span>}
        </span>
      ))}
      .
    </p>
  )
}

function TargetsTab({ id, draft: { value, problems }, edit, mayEdit }: ShownRecord<Stored>) {
  const states = statesOf(useBackendStates(), { backend: id })
  if (!mayEdit) return <BackendFacts backend={value} states={states} />
  const set = (members: object, step: string) => edit(withMembers(value, members), step)
  return (
    <>
      <TextField
        label="Name"
        value={value.name ?? ''}
        problem={problemsBelow(problems, '/name')}
        onInput={(name) => set({ name: name === '' ? undefined : name }, 'name')}
      />
      <BackendForm
        backend={value}
        pointer=""
        problems={problems}
        states={states}
        onChange={(next, step) => edit(next as Stored, step)}
      >
        <Folded name="Timeouts and retries" words={value.client ?? 'each API’s own'}>
          <TextField
            label="Settings"
            mono
            value={value.client ?? ''}
            placeholder="default_backend_client"
            hint="The id of client settings. Each API that uses the backend uses its own settings with this id."
            problem={problemsBelow(problems, '/client')}
            onInput={(client) => set({ client: client === '' ? undefined : client }, 'client')}
          />
        </Folded>
      </BackendForm>
    </>
  )
}
