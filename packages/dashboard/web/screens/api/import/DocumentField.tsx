import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { TextArea } from '../../../parts/fields/fields.tsx'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { count } from '../../../words/words.ts'
import { isJson, type OpenApiDocument, readDocument, sizeProblem } from './openapi-document.ts'
import './import.css'

interface DocumentFieldProps {
  readonly document: OpenApiDocument | undefined
  /** Called with the document that is to be imported; with nothing while there is none. */
  onChange(document: OpenApiDocument | undefined): void
}

/** Texts longer than this are not shown in the field. */
const SHOWN = 100_000

const sizeWords = (text: string): string =>
  `${isJson(text) ? 'JSON' : 'YAML'}, ${count(Math.max(1, Math.round(text.length / 1024)))} KiB`

/** Takes an OpenAPI document from a file that is dropped or chosen, or from pasted text. */
export function DocumentField({ document, onChange }: DocumentFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)
  const takeFile = async (file: File | undefined) => {
    if (!file) return
    const read = await readDocument(file)
    problem.value = 'problem' in read ? read.problem : undefined
    onChange('problem' in read ? undefined : read)
  }
  const takeText = (text: string) => {
    problem.value = sizeProblem(new Blob([text]).size, text)
    onChange(text.trim() === '' || problem.peek() !== undefined ? undefined : { text })
  }
  const { name, text = '' } = document ?? {}
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard */}
      <div
        class="document-drop"
        data-over={isOver.value ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          isOver.value = true
        }}
        onDragLeave={() => {
          isOver.value = false
        }}
        onDrop={(event) => {
          event.preventDefault()
          isOver.value = false
          void takeFile(event.dataTransfer?.files[0])
        }}
      >
        <Icon name="upload" />
        <p>
          {name === undefined ? 'Drop an OpenAPI document here' : <bdi class="key">{name}</bdi>}
          <br />
          <span class="muted">
            {name === undefined
              ? 'OpenAPI 3.0 to 3.2 or Swagger 2.0, as JSON up to 16 MiB or as YAML up to 4 MiB'
              : sizeWords(text)}
          </span>
        </p>
        <span class="document-ways">
          <button type="button" onClick={() => input.current?.click()}>
            {name === undefined ? 'Choose a file' : 'Choose another file'}
          </button>
          {name !== undefined && (
            <button type="button" onClick={() => onChange(undefined)}>
              Remove
            </button>
          )}
        </span>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File"
          accept=".json,.yaml,.yml,application/json,application/yaml,text/yaml"
          onChange={({ currentTarget }) => {
            void takeFile(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
      </div>
      {name === undefined && (
        <TextArea
          label="Or paste it"
          stacked
          mono
          rows={text === '' ? 4 : 8}
          problem={problem.value}
          hint={text.length > SHOWN ? 'The document is too long to show here.' : undefined}
          value={text.length > SHOWN ? '' : text}
          onInput={takeText}
        />
      )}
    </>
  )
}
