import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Complete } from '../../code/complete.ts'
import type { Editor, Shown } from '../../code/create-editor.ts'
import type { CodeLanguage } from '../../code/languages.ts'
import { type CodeProblem, offsetOf, type TextPlace } from '../../code/places.ts'
import type { FieldProps } from '../fields/Field.tsx'
import './code.css'

interface CodeProps extends Pick<FieldProps, 'label'> {
  readonly value: string
  readonly language: CodeLanguage
  /** What the text means, below the editor. Screen readers read it with the label. */
  readonly hint?: string | undefined
  /** What is wrong with the text. Places are marked in it. JSON without a place is marked where it breaks. */
  readonly problems?: readonly CodeProblem[]
  readonly readOnly?: boolean
  /** The least and the most lines that are shown. @default [4, 24] */
  readonly rows?: readonly [least: number, most: number] | undefined
  /** Proposes how the text goes on at the cursor. */
  readonly complete?: Complete | undefined
  /** A place to go to, each time another object is given. */
  readonly sought?: { readonly place: TextPlace } | undefined
  /** Called with the text after each change that the user makes. */
  onInput?(text: string): void
}

type Module = typeof import('../../code/create-editor.ts')

/** The code of the editor, once it is loaded. */
let loaded: Module | undefined

const none: readonly CodeProblem[] = []
const leave = 'Esc, then Tab leaves the editor'

/**
 * An editor for code and JSON. Its code loads when the first one is in sight; until then, and if that fails, it is a text
 * field. Keys that the editor does not use, such as `Ctrl+S` and `Ctrl+Enter`, reach the page.
 */
export function Code(props: CodeProps) {
  const { label, value, language, hint, problems = none, readOnly = false, rows, complete, sought, onInput } = props
  const id = useId()
  const [isReady, setReady] = useState(loaded !== undefined)
  const area = useRef<HTMLTextAreaElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(undefined)
  const selected = useRef<readonly [number, number]>(undefined)
  const input = useRef(onInput)
  input.current = onInput
  const sentences = problems.map(({ message }) => message)
  const isWrong = problems.length > 0
  const about = [hint, ...sentences, !readOnly && leave].filter(Boolean).join('. ')
  const shown: Shown = { label, about, value, language, isReadOnly: readOnly, isWrong, problems, complete }

  useEffect(() => {
    const { current: text } = area
    if (isReady || !text) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      import('../../code/create-editor.ts').then(start, () => {}) // the text field stays
    })
    const start = (module: Module) => {
      loaded = module
      if (!text.isConnected) return
      if (document.activeElement === text) selected.current = [text.selectionStart, text.selectionEnd]
      setReady(true)
    }
    observer.observe(text)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (!isReady || !loaded || !host.current) return
    const created = loaded.createEditor(host.current, shown, (text) => input.current?.(text))
    if (selected.current) created.focus(selected.current)
    editor.current = created
    return created.destroy
  }, [isReady])
  useLayoutEffect(() => editor.current?.update(shown))

  const goTo = (problem: CodeProblem) => {
    if (editor.current) return editor.current.goTo(problem)
    const offset = problem.place ? offsetOf(value, problem.place) : 0
    area.current?.focus()
    area.current?.setSelectionRange(offset, offset)
  }
  useEffect(() => {
    if (sought) goTo({ message: '', place: sought.place })
  }, [sought])
  const [least, most] = rows ?? [4, 24]
  const lines = Math.min(most, Math.max(least, value.split('\n').length))
  return (
    <div class="field stacked code-field">
      <div class="code-head">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the editor itself */}
        <label for={id} onClick={() => editor.current?.focus()}>
          {label}
        </label>
        {!readOnly && isReady && <span class="muted">{leave}</span>}
      </div>
      {isReady ? (
        <div
          ref={host}
          id={id}
          class="code-editor"
          data-wrong={isWrong ? '' : undefined}
          data-read-only={readOnly ? '' : undefined}
          style={{ '--code-least': least, '--code-most': most }}
        />
      ) : (
        <textarea
          ref={area}
          id={id}
          class="key"
          dir="ltr"
          spellcheck={false}
          readOnly={readOnly}
          rows={lines}
          value={value}
          aria-invalid={isWrong}
          aria-describedby={`${id}-about`}
          onInput={({ currentTarget }) => onInput?.(currentTarget.value)}
        />
      )}
      <div id={`${id}-about`}>
        {hint && <div class="hint">{hint}</div>}
        {problems.map((problem) => (
          <div key={problem.message} class="problem" dir="auto">
            {problem.message}{' '}
            {(problem.place || (isReady && language === 'json')) && (
              <button type="button" onClick={() => goTo(problem)}>
                {problem.place ? `Go to line ${problem.place.line}` : 'Show it'}
              </button>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
