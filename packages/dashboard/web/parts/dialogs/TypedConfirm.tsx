import { question } from '../../confirm/question.ts'
import { ChangeTable } from '../changes/ChangeTable.tsx'
import { Confirm } from './Confirm.tsx'

/** Asks for the id before a record is changed that needs a confirmation. Nothing while none does. */
export function TypedConfirm() {
  const open = question.value
  if (!open) return null
  const { title, action, danger = false, changes = [], means = [], listed, why = true, typed, answer } = open
  return (
    <Confirm
      key={`${title} ${typed}`}
      {...{ title, action, danger, typed, why }}
      wide={changes.length > 3}
      run={answer}
      onClose={() => answer(undefined)}
    >
      {changes.length > 0 && <ChangeTable changes={changes} />}
      {means.map((sentence) => (
        <p key={sentence} class="muted" dir="auto">
          {sentence}
        </p>
      ))}
      {listed && (
        <details>
          <summary>{listed.title}</summary>
          <ul>
            {listed.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </Confirm>
  )
}
