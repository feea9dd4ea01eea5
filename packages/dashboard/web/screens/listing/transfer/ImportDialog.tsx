import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { confirmed } from '../../../confirm/question.ts'
import { kinds } from '../../../kinds/kinds.ts'
import { toast } from '../../../notices/toasts.ts'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { SelectField, TextArea } from '../../../parts/fields/fields.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { operationsOf } from '../../../records/operations.ts'
import { count, counted } from '../../../words/words.ts'
import type { Listing } from '../listing.ts'
import { DryRun } from './DryRun.tsx'
import { type ReadText, readText } from './read-text.ts'
import { takeBack } from './take-back.ts'
import { idsOf, type Uploaded, upload } from './upload.ts'

interface ImportDialogProps {
  readonly listing: Listing
  onClose(): void
}

/** Texts longer than this are not shown in the field. */
const SHOWN = 100_000

/** Takes records from a file or from pasted text. A dry run says what would happen before anything is written. */
export function ImportDialog({ listing, onClose }: ImportDialogProps) {
  const { kind, index } = listing
  const { noun } = kinds[kind]
  const operations = operationsOf(kind)
  const text = useSignal('')
  const file = useSignal<string | undefined>(undefined)
  const read = useSignal<ReadText>({ records: [] })
  const strategy = useSignal<'Keep' | 'Replace'>('Keep')
  const tried = useSignal<Uploaded | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const busy = useSignal(false)
  const records = 'records' in read.value ? read.value.records : []
  const existing = idsOf(records).filter((id) => index.find(id)).length

  const take = (next: string, name?: string) => {
    file.value = name
    text.value = next.length > SHOWN ? '' : next
    read.value = readText(next)
  }
  useEffect(() => {
    tried.value = undefined
    error.value = undefined
    if (records.length === 0) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      upload(operations, { records, strategy: strategy.value, dryRun: true, signal: stop.signal }).then(
        (result) => {
          tried.value = result
        },
        (cause) => {
          if (!stop.signal.aborted) error.value = cause
        },
      )
    }, 300)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [read.value, strategy.value])

  const submit = async (event: Event) => {
    event.preventDefault()
    if (records.length === 0 || busy.value) return
    const written = idsOf(records).filter((id) => strategy.value === 'Replace' || !index.find(id))
    const asked = { title: `Import ${counted(records.length, noun)}?`, action: 'Import' }
    const because = await confirmed(written, asked)
    if (!because) return
    busy.value = true
    try {
      const done = await upload(operations, { records, strategy: strategy.value, because })
      toast(
        `${counted(done.written, noun)} imported${done.problems.length > 0 ? `, ${count(done.problems.length)} rejected` : ''}.`,
        {
          aspect: done.problems.length > 0 ? 'caution' : 'clear',
          action: { label: 'Undo', run: () => void takeBack(kind, done) },
        },
      )
      onClose()
    } catch (cause) {
      error.value = cause
    } finally {
      busy.value = false
    }
  }
  return (
    <Dialog title={`Import ${noun}s`} onClose={onClose}>
      <form onSubmit={submit}>
        <p>
          <input
            type="file"
            aria-label="File"
            accept=".ndjson,.jsonl,.json,application/json,application/x-ndjson"
            onChange={async ({ currentTarget: { files } }) => {
              const chosen = files?.[0]
              if (chosen) take(await chosen.text(), chosen.name)
            }}
          />
        </p>
        <TextArea
          label="Or paste them"
          stacked
          mono
          rows={6}
          hint="One JSON object per line, a JSON array, or one object."
          problem={'problem' in read.value ? read.value.problem : undefined}
          value={text.value}
          onInput={(next) => take(next)}
        />
        <SelectField
          label={`If a ${noun} exists`}
          stacked
          value={strategy.value}
          choices={[
            { value: 'Keep', label: 'Keep it as it is' },
            { value: 'Replace', label: 'Replace it' },
          ]}
          onChange={(next) => {
            strategy.value = next
          }}
        />
        {records.length > 0 && (
          <DryRun
            {...{
              noun,
              file: file.value,
              total: records.length,
              existing,
              tried: tried.value,
              strategy: strategy.value,
            }}
          />
        )}
        {error.value !== undefined && <Failure error={error.value} />}
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            class="primary"
            disabled={tried.value === undefined || records.length === 0}
            aria-busy={busy.value}
          >
            Import
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
