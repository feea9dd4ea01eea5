import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { may } from '../../../calls/session.ts'
import type { Because } from '../../../confirm/because.ts'
import { confirmsAll, idsToConfirm } from '../../../confirm/id-to-type.ts'
import { keepFocus } from '../../../keys/keep-focus.ts'
import { type AnyRecord, grantIdOf, kinds, lossOf } from '../../../kinds/kinds.ts'
import { Confirm } from '../../../parts/dialogs/Confirm.tsx'
import { TextField } from '../../../parts/fields/fields.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { mount } from '../../../place/mount.ts'
import { counted } from '../../../words/words.ts'
import type { Listing } from '../listing.ts'
import { type BulkAction, consequence, planBulk, sharedKey } from './plan.ts'
import { readRecords } from './read-records.ts'
import { runBulk } from './run-bulk.ts'

/** What is done with the selected records. */
export type BulkKind = BulkAction['do']

interface BulkDialogProps {
  readonly listing: Listing
  readonly what: BulkKind
  readonly ids: readonly string[]
  /** What it means for others, in a sentence. */
  readonly means?: string | undefined
  onClose(): void
}

const titles = {
  enable: 'Switch on',
  disable: 'Switch off',
  'add tag': 'Add a tag to',
  'remove tag': 'Remove a tag from',
  delete: 'Delete',
  copy: 'Copy',
} as const satisfies Record<BulkKind, string>

/** Reads the selected records, says what a change does to them, and does it. */
export function BulkDialog({ listing, what, ids, means, onClose }: BulkDialogProps) {
  const { kind } = listing
  const { domain, noun } = kinds[kind]
  const records = useSignal<readonly AnyRecord[] | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const from = sharedKey(ids)
  const text = useSignal(what === 'copy' ? from : '')
  const reading = useRef<Promise<readonly AnyRecord[]>>(undefined)
  const read = () => {
    error.value = undefined
    reading.current = readRecords(kind, ids)
    reading.current.then(
      (found) => {
        records.value = found
      },
      (cause) => {
        error.value = cause
      },
    )
  }
  useEffect(read, [])
  const right = what === 'delete' ? 'D' : what === 'copy' ? 'C' : 'U'
  const mayChange = (record: AnyRecord) => what === 'copy' || may(right, domain, grantIdOf(kind, record))
  const allowed = records.value?.filter(mayChange) ?? []
  const denied = (records.value?.length ?? 0) - allowed.length
  const action = actionOf(what, text.value.trim(), from)
  const planned = action && planBulk(allowed, action)
  const loss = what === 'delete' ? lossOf(kind) : undefined
  const idsToType = (ids: readonly string[]) => (loss === undefined ? idsToConfirm(ids, mount.confirm) : ids)
  const toConfirm = idsToType(planned?.changes.map(({ id }) => id) ?? [])
  const run = async (because: Because) => {
    if (!action) throw new Error(what === 'copy' ? 'Choose another key for the copies.' : 'Type a tag.')
    const wasAsked = records.value !== undefined
    const plan = planBulk((await reading.current!).filter(mayChange), action)
    const ids = plan.changes.map(({ id }) => id)
    if (!wasAsked && idsToType(ids).length > 0) throw new Error('Confirm this change first.')
    if (plan.changes.length > 0) await runBulk(kind, plan, { because, force: means !== undefined })
    listing.chooseNone()
    keepFocus()
  }
  return (
    <Confirm
      title={`${titles[what]} ${counted(ids.length, noun)}`}
      action={what === 'delete' ? 'Delete' : what === 'copy' ? 'Copy' : 'Save'}
      danger={what === 'delete'}
      typed={toConfirm[0]}
      onClose={onClose}
      why
      run={run}
    >
      {what === 'copy' && (
        <TextField
          label="To"
          mono
          stacked
          hint={from === '' ? 'The copies go under this key.' : `Replaces ${from}.`}
          value={text.value}
          onInput={(next) => {
            text.value = next
          }}
        />
      )}
      {(what === 'add tag' || what === 'remove tag') && (
        <TextField
          label="Tag"
          stacked
          value={text.value}
          onInput={(next) => {
            text.value = next
          }}
        />
      )}
      {error.value !== undefined && <Failure error={error.value} retry={read} />}
      <p role="status">
        {records.value === undefined && error.value === undefined && 'Reading the records…'}
        {planned && records.value && consequence(planned, noun)}
        {denied > 0 && ` You can’t change ${counted(denied, noun)}.`}
      </p>
      {means !== undefined && <p>{means}</p>}
      {loss !== undefined && <p>{loss} The rest can be restored from the log.</p>}
      {toConfirm.length > 1 && <p class="muted">{confirmsAll(toConfirm.length)}</p>}
    </Confirm>
  )
}

function actionOf(what: BulkKind, text: string, from: string): BulkAction | undefined {
  if (what === 'copy') return text === '' || text === from ? undefined : { do: what, from, to: text }
  if (what === 'add tag' || what === 'remove tag') return text === '' ? undefined : { do: what, tag: text }
  return { do: what }
}
