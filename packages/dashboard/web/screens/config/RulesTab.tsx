import type { Config } from '@signalbox/core/contract'
import type { ConfigRule as Rule } from '@signalbox/core/evaluate'
import { configHere } from '../../evaluation/config-here.ts'
import { Json } from '../../parts/json/Json.tsx'
import { JsonCode } from '../../parts/json/JsonCode.tsx'
import { contextAtHand, instantAtHand } from '../../preferences/context-at-hand.ts'
import { withMembers } from '../record/members.ts'
import type { ShownRecord } from '../record/RecordScreen.tsx'
import { RuleList } from '../targeting/RuleList.tsx'
import { ConfigRule } from './ConfigRule.tsx'
import { Reads } from './Reads.tsx'
import { useValueProblems } from './use-value-problems.ts'
import { readable, shortValue } from './value-words.ts'

/** The rules of a config: the first that is true decides the value. */
export function RulesTab({ draft, edit, mayEdit }: ShownRecord<Config>) {
  const { value: config } = draft
  const problems = useValueProblems(draft)
  const rules = config.rules ?? []
  const nodes = nodesHere(config)
  const isDecided = nodes?.some(({ outcome }) => outcome === true) ?? false
  const set = (next: readonly Rule[] | undefined, step?: string) =>
    edit(withMembers(config, { rules: next?.length === 0 ? undefined : next }), step)
  return (
    <>
      <section class="strategy" aria-labelledby="rules-title">
        <h2 id="rules-title">Rules</h2>
        {rules.length === 0 && <p class="muted">Without rules, every client reads the same value.</p>}
        {mayEdit ? (
          <>
            <RuleList<Rule>
              rules={rules}
              onChange={set}
              blank={() => ({ value: config.value })}
              isLast={(rule) => rule.when === undefined && 'split' in rule}
              card={(props) => (
                <ConfigRule
                  key={props.place.at}
                  {...props}
                  config={config}
                  node={nodes?.[props.place.at]}
                  problems={problems}
                />
              )}
              otherwise={
                rules.length > 0 && (
                  <>
                    <span>
                      Everyone else reads <bdi class="key">{shortValue(readable(config.value, config.type), 30)}</bdi>
                    </span>
                    {nodes && <span class="muted">{isDecided ? 'not reached' : 'decides here'}</span>}
                  </>
                )
              }
            />
            {rules.filter((rule) => 'split' in rule && rule.salt === undefined).length > 1 && (
              <p class="muted">Reordering rules keeps everyone in their part of a split.</p>
            )}
            <details class="more-settings">
              <summary>As JSON</summary>
              <JsonCode
                pointer="/rules"
                label="Rules as JSON"
                value={config.rules}
                problems={problems['/rules'] ?? []}
                onChange={(next, step) => set(next as readonly Rule[] | undefined, step)}
              />
            </details>
          </>
        ) : (
          rules.length > 0 && <Json label="Rules" value={rules} />
        )}
      </section>
      <Reads draft={draft} />
    </>
  )
}

/** How each rule is decided for the context at hand; `undefined` while that is not known. */
function nodesHere(config: Config) {
  const read = contextAtHand.value
  if (!('context' in read)) return undefined
  const found = configHere(config, read.context, instantAtHand.value)
  return found.state === 'decided' ? found.nodes : undefined
}
