import type { ListChange } from '../saving/list-diff.ts'
import { Value } from './ChangedValue.tsx'

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
          + at {change.to + 1}: <Value value={change.now} />
        </ins>
      )
    case 'removed':
      return (
        <del>
          − at {change.from + 1}: <Value value={change.was} />
        </del>
      )
    case 'moved':
      return (
        <>
          moved from {change.from + 1} to {change.to + 1}: <Value value={change.now} />
        </>
      )
    case 'changed':
      return (
        <>
          {change.isMoved ? `moved from ${change.from + 1} to ${change.to + 1} and changed: ` : `at ${change.to + 1}: `}
          <del>
            <Value value={change.was} />
          </del>{' '}
          <ins>
            <Value value={change.now} />
          </ins>
        </>
      )
  }
}
