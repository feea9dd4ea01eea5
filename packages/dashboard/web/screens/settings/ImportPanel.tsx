import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import type { Because } from '../../confirm/because.ts'
import { mustType } from '../../confirm/id-to-type.ts'
import { idsInFile } from '../../confirm/ids-in-file.ts'
import { confirmed } from '../../confirm/question.ts'
import { toast } from '../../notices/toasts.ts'
import { SelectField } from '../../parts/fields/fields.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { mount } from '../../place/mount.ts'
import { count, counted } from '../../words/words.ts'
import { type Transfer, transferOf } from './transfers.ts'
import { type UploadResult, uploadFile } from './upload-file.ts'

interface ImportPanelProps {
  readonly transfers: readonly Transfer[]
  /** Called after a file was imported. */
  onDone(): void
}

const SHOWN = 20

/** Takes a file. A dry run says what would happen before anything is written. */
export function ImportPanel({ transfers, onDone }: ImportPanelProps) {
  const id = useId()
  const file = useSignal<File | undefined>(undefined)
  const path = useSignal(transfers[0]!.path)
  const strategy = useSignal<'Keep' | 'Replace'>('Keep')
  const tried = useSignal<UploadResult | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const busy = useSignal(false)
  const send = async (dryRun: boolean, because: Because = {}) => {
    if (!file.value || busy.value) return undefined
    busy.value = true
    error.value = undefined
    try {
      return await uploadFile(file.value, { path: path.value, strategy: strategy.value, dryRun, ...because })
    } catch (failure) {
      error.value = failure
      return undefined
    } finally {
      busy.value = false
    }
  }
  useEffect(() => {
    tried.value = undefined
    error.value = undefined
  }, [file.value, path.value, strategy.value])
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!tried.value) {
      tried.value = await send(true)
      return
    }
    const because = await mayImport(file.value!)
    if (!because) return
    const done = await send(false, because)
    if (!done) return
    const isWhole = done.problems.length === 0
    toast(resultOf(done, 'imported'), { aspect: isWhole ? 'clear' : 'caution' })
    if (isWhole) onDone()
    else tried.value = done
  }
  return (
    <form class="narrow" onSubmit={submit}>
      <div class="field">
        <label for={id}>File</label>
        <input
          id={id}
          type="file"
          accept=".ndjson,.jsonl,application/x-ndjson,application/nd-json"
          onChange={({ currentTarget: { files } }) => {
            file.value = files?.[0]
            const known = transferOf(file.value?.name ?? '')
            if (known && transfers.includes(known)) path.value = known.path
          }}
        />
      </div>
      <SelectField
        label="Contains"
        value={path.value}
        choices={transfers.map(({ title, path: value }) => ({ value, label: title }))}
        onChange={(next) => {
          path.value = next
        }}
      />
      <SelectField
        label="If one exists"
        value={strategy.value}
        choices={[
          { value: 'Keep', label: 'Keep it as it is' },
          { value: 'Replace', label: 'Replace it' },
        ]}
        onChange={(next) => {
          strategy.value = next
        }}
      />
      <div role="status">{tried.value && <Tried result={tried.value} />}</div>
      {error.value !== undefined && <Failure error={error.value} />}
      <button type="submit" class={tried.value ? 'primary' : undefined} disabled={!file.value} aria-busy={busy.value}>
        {tried.value ? 'Import' : 'Check the file'}
      </button>
    </form>
  )
}

/** Asks for the id of a record in the file that needs a confirmation. */
async function mayImport(file: File): Promise<Because | undefined> {
  if (mount.confirm.length === 0) return {}
  const ids = await idsInFile(file, (id) => mustType(id, mount.confirm))
  return confirmed(ids, { title: `Import ${file.name}?`, action: 'Import' })
}

const resultOf = ({ written, kept, problems }: UploadResult, verb: string): string =>
  `${counted(written, 'line')} ${verb}, ${count(kept)} kept, ${count(problems.length)} rejected.`

const Tried = ({ result }: { readonly result: UploadResult }) => (
  <>
    <p>{resultOf(result, 'would be written')}</p>
    <ul class="problems">
      {result.problems.slice(0, SHOWN).map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
    {result.problems.length > SHOWN && <p>and {count(result.problems.length - SHOWN)} more</p>}
  </>
)
