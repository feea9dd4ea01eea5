import { changesOf } from '../../values/changes.ts'
import { type ListChange, nameOf } from '../../values/list-diff.ts'
import { memberLabel, valueText } from '../../values/member-label.ts'

/** What differs between two lists: items that were added, removed, changed or moved. Positions are counted from 1. */
export const ListDiff = ({ changes }: { readonly changes: readonly ListChange[] }) => (
  <ul class="list-diff">
    {changes.map((change) => (
      <li key={`${change.kind} ${'from' in change ? change.from : ''} ${'to' in change ? change.to : ''}`}>
        <Item change={change} />
      </li>
    ))}
  </ul>
)

function Item({ change }: { readonly change: ListChange }) {
  switch (change.kind) {
    case 'added':
      return (
        <ins>
          + at {change.to + 1}: <Inline value={change.now} />
        </ins>
      )
    case 'removed':
      return (
        <del>
          − at {change.from + 1}: <Inline value={change.was} />
        </del>
      )
    case 'moved':
      return (
        <>
          moved from {change.from + 1} to {change.to + 1}: <Inline value={nameOf(change.now) ?? change.now} />
        </>
      )
    case 'changed':
      return (
        <>
          {change.isMoved ? `moved from ${change.from + 1} to ${change.to + 1} and changed: ` : `at ${change.to + 1}: `}
          <bdi>{nameOf(change.now)}</bdi>
          <ul>
            {changesOf(change.was, change.now).map(({ pointer, was, now }) => (
              <li key={pointer}>
                <b class="key">{memberLabel(pointer)}</b>{' '}
                <del>
                  <Inline value={was} />
                </del>{' '}
                →{' '}
                <ins>
                  <Inline value={now} />
                </ins>
              </li>
            ))}
          </ul>
        </>
      )
  }
}

/** A value within a line. */
const Inline = ({ value }: { readonly value: unknown }) => <bdi>{valueText(value)}</bdi>
