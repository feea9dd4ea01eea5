import { useSignal } from '@preact/signals'
import { may } from '../../calls/session.ts'
import { kinds } from '../../kinds/kinds.ts'
import { CreateDialog } from '../../parts/dialogs/CreateDialog.tsx'
import { TextField } from '../../parts/fields/fields.tsx'
import { navigate } from '../../place/place.ts'
import { operationsOf } from '../../records/operations.ts'
import { entryOf } from '../../tree/entry.ts'
import { capitalized, withArticle } from '../../words/words.ts'
import { groupsFor, idProblem } from './id-text.ts'
import type { Listing } from './listing.ts'
import type { NewMembers } from './new-members.ts'

interface NewRecordProps {
  readonly listing: Listing
  /** What the id begins with, such as `shop:`. */
  readonly start: string
  readonly more?: NewMembers | undefined
  onClose(): void
}

/** Asks for the id of a new record, creates it, and opens it. */
export function NewRecord({ listing, start, more, onClose }: NewRecordProps) {
  const { kind, index } = listing
  const { domain, noun, blank } = kinds[kind]
  const id = useSignal(start)
  const description = useSignal('')
  const wasSent = useSignal(false)
  void index.version.value
  const problem = index.find(id.value)
    ? `${capitalized(withArticle(noun))} named ${id.value} already exists.`
    : (idProblem(id.value) ??
      (may('C', domain, id.value) ? undefined : `You can’t create ${withArticle(noun)} with this id.`))
  const create = async () => {
    wasSent.value = true
    if (problem !== undefined) return
    const text = description.value.trim()
    const created = await operationsOf(kind).create({
      body: { ...blank(id.value), ...more?.members(), ...(text !== '' && { description: text }) },
    })
    index.add([entryOf(created) ?? { id: id.value }])
    onClose()
    navigate(listing.pathOf(id.value))
  }
  const isShown = problem !== undefined && (wasSent.value || (id.value !== start && !id.value.endsWith(':')))
  return (
    <CreateDialog title={`New ${noun}`} create={create} onClose={onClose}>
      <TextField
        label="Id"
        mono
        stacked
        autofocus
        hint="Colons make groups: shop:checkout:express."
        problem={isShown ? problem : undefined}
        value={id.value}
        onInput={(next) => {
          id.value = next
        }}
      />
      <Groups
        text={id.value}
        listing={listing}
        choose={(next) => {
          id.value = next
        }}
      />
      <TextField
        label="Description"
        stacked
        value={description.value}
        onInput={(next) => {
          description.value = next
        }}
      />
      {more && <more.Fields />}
    </CreateDialog>
  )
}

interface GroupsProps {
  readonly text: string
  readonly listing: Listing
  choose(text: string): void
}

/** The groups that exist, to begin an id with. */
function Groups({ text, listing, choose }: GroupsProps) {
  const above = text.split(':').slice(0, -1)
  const parents = new Set(above.map((_, at) => above.slice(0, at + 1).join(':')))
  const rows = listing.index.rows(parents, '')
  const keys = function* () {
    for (let row = 0; row < rows.length; row++) {
      const { key, group, level } = rows.at(row)
      if (group && level === above.length + 1) yield key
    }
  }
  const groups = groupsFor(text, keys())
  return (
    <p class="groups">
      {groups.map((group) => (
        <button key={group} type="button" class="key" onClick={() => choose(group)}>
          {group}
        </button>
      ))}
    </p>
  )
}
