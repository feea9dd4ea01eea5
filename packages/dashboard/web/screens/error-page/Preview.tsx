import type { ErrorTemplate } from '@signalbox/core/contract'
import type { ComponentChildren } from 'preact'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { Field } from '../../parts/fields/Field.tsx'
import { NumberInput } from '../../parts/fields/NumberInput.tsx'
import { Segmented } from '../../parts/fields/Segmented.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { HtmlFrame } from '../../parts/outcomes/HtmlFrame.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { choiceSentence, forms, type Shown, shownCauses, statusOf } from './preview.ts'
import { type Rendered, useRendered } from './use-rendered.ts'

interface PreviewProps {
  readonly template: ErrorTemplate
  readonly shown: Shown
  onChange(next: Partial<Shown>): void
}

/** What a client gets for an error, as the template is edited. */
export function Preview({ template, shown, onChange }: PreviewProps) {
  const { cause, status, form } = shown
  const { rendered, error } = useRendered(template, shown)
  return (
    <section class="error-preview" aria-labelledby="error-preview">
      <h2 id="error-preview">Preview</h2>
      <Field label="Cause">
        {(control) => (
          <Combobox
            {...control}
            value={cause}
            options={causesFor}
            onInput={(next) => onChange({ cause: next })}
            onPick={(next) => onChange({ cause: next, status: statusOf(next) })}
          />
        )}
      </Field>
      <Field
        label="Status"
        after={
          <Segmented
            label="What the client asks for"
            choices={forms}
            value={form}
            onChange={(next) => onChange({ form: next })}
          />
        }
      >
        {(control) => (
          <NumberInput
            {...control}
            min={200}
            max={599}
            value={status}
            onChange={(next) => next >= 200 && next <= 599 && onChange({ status: Math.round(next) })}
          />
        )}
      </Field>
      {error !== undefined && <Failure error={error} />}
      {rendered ? <Answer rendered={rendered} shown={shown} /> : error === undefined && <Late>Rendering…</Late>}
    </section>
  )
}

/** The causes whose id or message contains a text. */
const causesFor = (text: string) =>
  shownCauses
    .filter(({ id, message }) => `${id} ${message}`.toLowerCase().includes(text.toLowerCase()))
    .map(({ id, status, message }) => ({ value: id, hint: `${status}: ${message}` }))

function Answer({ rendered, shown }: { readonly rendered: Rendered; readonly shown: Shown }): ComponentChildren {
  const { body, headers, from } = rendered
  return (
    <>
      <p class="muted" role="status">
        {choiceSentence(shown, from)}
      </p>
      {shown.form === 'html' ? (
        <HtmlFrame html={body} title="The error page" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        <pre class="error-json" tabIndex={0}>
          {pretty(body)}
        </pre>
      )}
      <details>
        <summary>Headers</summary>
        <dl class="error-headers">
          {Object.entries(headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd class="key">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
