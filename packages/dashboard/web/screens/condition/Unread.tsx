import type { Undecided } from '../../evaluation/decide.ts'

/** Why there is no result: a record that it depends on could not be read. Offers to read it again. */
export const Unread = ({
  decision: { why, retry },
}: {
  readonly decision: Extract<Undecided, { state: 'unread' }>
}) => (
  <p class="verdict danger" role="alert">
    {why}{' '}
    <button type="button" onClick={retry}>
      Try again
    </button>
  </p>
)
