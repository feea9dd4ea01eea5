import './fork.css'

/** One arm of a fork: for whom or when, and what happens. */
export interface ForkArm {
  readonly who: string
  readonly what: string
  readonly isOn: boolean
}

/** A track that forks: the ways that clients go. */
export function Fork({ arms }: { readonly arms: readonly ForkArm[] }) {
  return (
    <ul class="fork">
      {arms.map(({ who, what, isOn }) => (
        <li key={`${who} ${what}`} class="arm" data-on={isOn ? '' : undefined}>
          <span>
            <b>
              <bdi>{who}</bdi>
            </b>{' '}
            {what}
          </span>
        </li>
      ))}
    </ul>
  )
}
