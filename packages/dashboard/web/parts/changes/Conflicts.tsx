import { keepFocus } from '../../keys/keep-focus.ts'
import type { Conflict, Origin } from '../../records/drafts.ts'
import { memberLabel } from '../../values/member-label.ts'
import { isHiddenMember, withoutSecretsIn } from '../../values/secret-members.ts'
import { Value } from './ChangedValue.tsx'
import './changes.css'

interface ConflictsProps {
  readonly conflicts: readonly Conflict[]
  /** Who saved the other side. */
  readonly origin: Origin | undefined
  choose(pointer: string, side: 'mine' | 'theirs' | 'base'): void
}

/** The next conflict, or the button that saves. */
const nextChoice = () =>
  document.querySelector<HTMLElement>('.conflicts .sides button') ??
  document.querySelector<HTMLElement>('.changes button.primary')

/** Members that were changed on both sides, with the three values of each: the user chooses before saving again. */
export function Conflicts({ conflicts, origin, choose }: ConflictsProps) {
  if (conflicts.length === 0) return null
  return (
    <section class="conflicts" aria-label="Conflicts">
      <p role="alert">
        <strong>{origin?.by === undefined ? 'Someone else' : <bdi>{origin.by}</bdi>} changed the same field.</strong>{' '}
        Nothing was overwritten. Choose what to save:
      </p>
      {conflicts.map(({ pointer, was, now, theirs }) => {
        const name = memberLabel(pointer)
        const sides = [
          { side: 'mine', label: 'Mine', value: now },
          { side: 'theirs', label: 'Theirs', value: theirs },
          { side: 'base', label: 'Before', value: was },
        ] as const
        return (
          <fieldset key={pointer}>
            <legend class="key">{name}</legend>
            <div class="sides">
              {sides.map(({ side, label, value }) => (
                <button
                  key={side}
                  type="button"
                  onClick={() => {
                    choose(pointer, side)
                    keepFocus(nextChoice)
                  }}
                >
                  <span class="muted">{label}</span>
                  <Value value={withoutSecretsIn(pointer, value)} isSecret={isHiddenMember(pointer)} />
                </button>
              ))}
            </div>
          </fieldset>
        )
      })}
    </section>
  )
}
