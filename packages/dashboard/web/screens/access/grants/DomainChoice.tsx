import { defaultDomainsWords, type Grant, grantableDomains, manyOf } from '../../grants/grant-words.ts'

interface DomainChoiceProps {
  readonly label: string
  readonly domains: Grant['domains']
  onChange(domains: Grant['domains']): void
}

type Choice = 'default' | 'all' | 'named'

/** Which domains a grant covers: those of grants that name none, all, or those that are named. */
export function DomainChoice({ label, domains, onChange }: DomainChoiceProps) {
  const choice: Choice = domains === undefined ? 'default' : domains.includes('*') ? 'all' : 'named'
  const named: readonly string[] = domains ?? []
  const offered = [...grantableDomains, ...named.filter((one) => one !== '*' && !isGrantable(one))]
  const choose = (next: Choice) =>
    onChange((next === 'default' ? undefined : next === 'all' ? ['*'] : ['Feature']) as Grant['domains'])
  return (
    <div class="domains">
      <select aria-label={label} value={choice} onChange={({ currentTarget: { value } }) => choose(value as Choice)}>
        <option value="default">The default: {defaultDomainsWords()}</option>
        <option value="all">All domains</option>
        <option value="named">These domains…</option>
      </select>
      {choice === 'named' && (
        <fieldset class="domain-names">
          <legend class="hidden-text">{label}</legend>
          {offered.map((domain) => (
            <label key={domain}>
              <input
                type="checkbox"
                checked={named.includes(domain)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(
                    offered.filter((one) =>
                      one === domain ? checked : named.includes(one),
                    ) as unknown as Grant['domains'],
                  )
                }
              />
              {manyOf(domain)}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}

const isGrantable = (domain: string): boolean => (grantableDomains as readonly string[]).includes(domain)
