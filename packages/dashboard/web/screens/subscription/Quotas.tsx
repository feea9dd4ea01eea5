import { quotaLine, type Usage } from './usage-words.ts'

/** What is left of quotas, as bars with words. */
export function Quotas({ quotas }: { readonly quotas: Usage['quotas'] }) {
  if (quotas.length === 0) return <p class="muted">No quota limits this subscription.</p>
  const isOne = new Set(quotas.map(({ clientId }) => clientId)).size < 2
  return (
    <ul class="quotas" aria-label="Quotas">
      {quotas.map((quota) => {
        const { period, words, share, aspect } = quotaLine(quota)
        return (
          <li key={`${quota.clientId} ${quota.name}`}>
            <span>
              <b>{period}</b>
              {!isOne && quota.clientId !== undefined && <span class="key muted"> {quota.clientId}</span>}
            </span>
            <span class={`aspect-words ${aspect}`}>{words}</span>
            {share !== undefined && (
              <span class={`quota-bar ${aspect}`} aria-hidden="true">
                <span style={{ inlineSize: `${share * 100}%` }} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
