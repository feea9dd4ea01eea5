import { useId, useRef } from 'preact/hooks'
import { keepFocus } from '../../keys/keep-focus.ts'
import { Icon } from '../signs/Icon.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import './text-list.css'

interface TextListProps {
  /** What they are: `Paths`. */
  readonly label: string
  /** What one is called: `path`. */
  readonly noun: string
  readonly values: readonly string[]
  readonly hint?: string
  readonly placeholder?: string
  /** What is wrong with the text at a place. */
  problemsOf(at: number): readonly string[]
  onChange(next: string[], step?: string): void
}

/** A few texts that are edited in place. */
export function TextList({ label, noun, values, hint, placeholder, problemsOf, onChange }: TextListProps) {
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const inputs = () => group.current?.querySelectorAll('input')
  return (
    <FieldGroup label={label} hint={hint} stacked element={group}>
      {values.map((value, at) => {
        const problems = problemsOf(at)
        return (
          // Texts have no names but their places.
          <div key={at} class="text-list-row">
            <input
              type="text"
              class="key"
              dir="ltr"
              aria-label={`${noun[0]!.toUpperCase()}${noun.slice(1)} ${at + 1}`}
              aria-describedby={problems.length > 0 ? `${id}-${at}` : undefined}
              aria-invalid={problems.length > 0}
              autocapitalize="off"
              spellcheck={false}
              placeholder={placeholder}
              value={value}
              onInput={({ currentTarget }) =>
                onChange(
                  values.map((one, i) => (i === at ? currentTarget.value : one)),
                  `${label} ${at}`,
                )
              }
            />
            <button
              type="button"
              class="quiet icon-only"
              aria-label={`Remove the ${noun} ${value}`}
              onClick={() => {
                onChange(values.filter((_, i) => i !== at))
                keepFocus(
                  () => inputs()?.[Math.min(at, values.length - 2)] ?? group.current?.querySelector('.text-list-add'),
                )
              }}
            >
              <Icon name="x" />
            </button>
            {problems.length > 0 && (
              <div class="problem" id={`${id}-${at}`} dir="auto">
                {problems.join('. ')}
              </div>
            )}
          </div>
        )
      })}
      <button
        type="button"
        class="text-list-add"
        onClick={() => {
          onChange([...values, ''])
          keepFocus(() => inputs()?.[values.length])
        }}
      >
        <Icon name="plus" /> Add a {noun}
      </button>
    </FieldGroup>
  )
}
