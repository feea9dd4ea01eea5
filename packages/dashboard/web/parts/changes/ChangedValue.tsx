import type { MemberChange } from '../../records/drafts.ts'
import { excerpt, lineDiff } from '../../values/line-diff.ts'
import { valueText } from '../../values/member-label.ts'

interface ValueProps {
  readonly value: unknown
  /** Whether it is not shown. */
  readonly isSecret?: boolean
}

/** A value of a member. Absent and secret values say so. */
export const Value = ({ value, isSecret = false }: ValueProps) => {
  if (value === undefined) return <i class="muted">none</i>
  if (isSecret) return <i class="muted">secret</i>
  const text = valueText(value)
  return (
    // What scrolls must be reachable by keyboard.
    <bdi class="value" tabIndex={text.includes('\n') ? 0 : undefined}>
      {text}
    </bdi>
  )
}

/** Whether both values are texts that are best compared line by line. */
export const isLongText = ({ was, now }: Pick<MemberChange, 'was' | 'now'>): boolean =>
  typeof was === 'string' && typeof now === 'string' && (was.includes('\n') || now.includes('\n'))

/** Two texts compared line by line. */
export const TextDiff = ({ was, now }: { readonly was: string; readonly now: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <pre class="text-diff" tabIndex={0}>
    {excerpt(lineDiff(was, now)).map((line, i) =>
      line === 'gap' ? (
        <span key={i} class="muted">
          {'⋯\n'}
        </span>
      ) : line.kind === 'same' ? (
        <span key={i}>{`  ${line.text}\n`}</span>
      ) : line.kind === 'was' ? (
        <del key={i}>{`− ${line.text}\n`}</del>
      ) : (
        <ins key={i}>{`+ ${line.text}\n`}</ins>
      ),
    )}
  </pre>
)
