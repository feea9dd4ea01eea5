import { rightNames, rights } from '@signalbox/core/grants'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { type Grant, givenRights, patternProblem, withoutDefaults } from '../../grants/grant-words.ts'
import { problemsBelow, withMembers } from '../../record/members.ts'
import { DomainChoice } from './DomainChoice.tsx'
import { GrantMatches } from './GrantMatches.tsx'

interface GrantRowProps {
  readonly grant: Grant
  /** Where it is in the list, from 0. */
  readonly at: number
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** Replaces the grant; `undefined` removes it. */
  onChange(next: Grant | undefined, step?: string): void
}

/** One grant: the pattern of ids, the rights, the domains, and what it matches. */
export function GrantRow({ grant, at, problems, onChange }: GrantRowProps) {
  const number = at + 1
  const given = givenRights(grant)
  const wrong = grant.pattern === '' ? undefined : patternProblem(grant.pattern)
  const rejected = problemsBelow(problems, `/authorizedPatterns/${at}`)
  const set = (members: Partial<Record<keyof Grant, unknown>>, step?: string) =>
    onChange(withMembers(grant, members), step && `grant ${at} ${step}`)
  const toggle = (right: (typeof rights)[number]) => {
    const next = rights.filter((one) => one !== 'R' && given.includes(one) !== (one === right))
    onChange(withoutDefaults({ ...grant, rights: next }))
  }
  return (
    <li class="grant" aria-label={`Grant ${number}`}>
      <span class="grant-number" aria-hidden="true">
        {number}
      </span>
      <input
        type="text"
        class="key"
        dir="ltr"
        spellcheck={false}
        autocapitalize="off"
        aria-label={`Pattern of grant ${number}`}
        aria-invalid={wrong !== undefined || rejected.length > 0}
        placeholder="shop:*"
        value={grant.pattern}
        onInput={({ currentTarget: { value } }) => set({ pattern: value }, 'pattern')}
      />
      <fieldset class="rights">
        <legend class="hidden-text">Rights of grant {number}</legend>
        {rights.map((right) => (
          <label key={right} title={right === 'R' ? 'Reading is part of every grant' : undefined}>
            <input
              type="checkbox"
              checked={given.includes(right)}
              disabled={right === 'R'}
              onChange={() => toggle(right)}
            />
            {rightNames[right]}
          </label>
        ))}
      </fieldset>
      <button
        type="button"
        class="quiet icon-only"
        aria-label={`Remove grant ${number}`}
        onClick={() => onChange(undefined)}
      >
        <Icon name="trash-2" />
      </button>
      <DomainChoice
        label={`Domains of grant ${number}`}
        domains={grant.domains}
        onChange={(domains) => onChange(withMembers(grant, { domains }))}
      />
      <GrantMatches grant={grant} />
      {[wrong, ...rejected].map((sentence) => sentence && <p class="problem-line">{sentence}</p>)}
    </li>
  )
}
