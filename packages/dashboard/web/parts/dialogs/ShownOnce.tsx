import { useEffect, useState } from 'preact/hooks'
import { forgetSecret, shownOnce } from '../../notices/shown-once.ts'
import { mount } from '../../place/mount.ts'
import { countUnsaved } from '../../records/unsaved.ts'
import { TextField } from '../fields/fields.tsx'
import { CodeLines } from '../json/CodeLines.tsx'
import { Copy } from '../json/Copy.tsx'
import { Dialog } from './Dialog.tsx'
import './shown-once.css'

/** Shows a secret that the service returns only once, until the user says that it is stored. Nothing while there is none. */
export function ShownOnce() {
  const [waiting] = shownOnce.value
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (!waiting) return
    setAsking(false)
    countUnsaved(1)
    return () => countUnsaved(-1)
  }, [waiting])
  if (!waiting) return null
  const { id, secret, label, idLabel, purpose, note } = waiting
  if (isAsking)
    return (
      <Dialog key="ask" title={`Did you store the ${label}?`} onClose={() => setAsking(false)}>
        <p>You won’t see this {label} again. If you lose it, you have to replace it.</p>
        <footer>
          <button type="button" autofocus onClick={() => setAsking(false)}>
            Back
          </button>
          <button type="button" class="primary" onClick={forgetSecret}>
            I stored it
          </button>
        </footer>
      </Dialog>
    )
  return (
    <Dialog key="show" title={`The ${label} of ${id}`} onClose={() => setAsking(true)}>
      <p class="shown-once">
        {purpose} <strong>It’s shown only now:</strong> copy it to where it’s used.
      </p>
      {note !== undefined && <p class="shown-once">{note}</p>}
      {idLabel !== undefined && (
        <TextField
          label={idLabel}
          stacked
          mono
          readonly
          value={id}
          onInput={() => {}}
          after={<Copy text={id} label={`Copy: ${idLabel}`} bare />}
        />
      )}
      <TextField
        label={`${label[0]!.toUpperCase()}${label.slice(1)}`}
        stacked
        mono
        readonly
        value={secret}
        onInput={() => {}}
        after={<Copy text={secret} label="Copy" />}
      />
      <Lines title="For an .env file" text={waiting.env?.(id, secret)} />
      <Lines title="To try it with curl" text={waiting.curl?.(id, secret, mount.apiUrl)} />
      <footer>
        <button type="button" class="primary" onClick={() => setAsking(true)}>
          Done
        </button>
      </footer>
    </Dialog>
  )
}

/** Lines with the secret that can be copied. */
const Lines = ({ title, text }: { readonly title: string; readonly text: string | undefined }) =>
  text === undefined ? null : <CodeLines title={title} text={text} />
