import { type ComponentChildren, Fragment } from 'preact'
import './facts.css'

interface FactsProps {
  /** Names and values; those without a value are left out. */
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[]
}

/** What a part of an API says, for those who may not change it. */
export const Facts = ({ facts }: FactsProps) => (
  <dl class="facts-list">
    {facts.map(([name, value]) =>
      value === undefined || value === '' ? null : (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ),
    )}
  </dl>
)
