import type { Arm } from './fork.ts'
import './fork.css'

/** A track that forks: who gets a feature, and who does not. */
export function Fork({ arms }: { readonly arms: readonly Arm[] }) {
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
