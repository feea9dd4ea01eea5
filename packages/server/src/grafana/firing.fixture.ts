import type { Rule } from './alert-rules.fixture.ts'
import { evaluate, keyOf, type Scrape } from './evaluate.fixture.ts'

/** An alert that fires: its name, and the labels of its series. */
export type Firing = Readonly<Record<string, string>> & { readonly alertname: string }

/** How often Prometheus scrapes and evaluates by default, in seconds. */
export const INTERVAL = 60

const minutesOf = ({ for: duration = '0m' }: Rule): number => Number(/^(\d+)m$/.exec(duration)?.[1])

/**
 * Follows rules as Prometheus does: they are evaluated half a minute after each scrape, and fire when they have held for
 * as long as `for` says. `scraped` takes a scrape and returns the alerts that fire after it.
 */
export function followRules(rules: readonly Rule[]) {
  const scrapes: Scrape[] = []
  const history: (readonly Firing[])[] = []
  const since = new Map<string, number>()
  return {
    scrapes: scrapes as readonly Scrape[],
    /** The alerts that fired after each scrape. */
    history: history as readonly (readonly Firing[])[],
    scraped(scrape: Scrape): readonly Firing[] {
      scrapes.push(scrape)
      const now = scrape.at + INTERVAL / 2
      const firing = rules.flatMap((rule): Firing[] => {
        const held = evaluate(rule.expr, scrapes, now).map(({ labels: { __name__: _, ...labels } }) => labels)
        const keys = new Map(held.map((labels) => [rule.alert + keyOf(labels), labels]))
        for (const key of [...since.keys()]) if (key.startsWith(`${rule.alert}[`) && !keys.has(key)) since.delete(key)
        for (const key of keys.keys()) if (!since.has(key)) since.set(key, now)
        return [...keys].flatMap(([key, labels]) =>
          now - (since.get(key) ?? now) >= minutesOf(rule) * 60 ? [{ alertname: rule.alert, ...labels }] : [],
        )
      })
      history.push(firing)
      return firing
    },
  }
}

/** What was seen of a process over time. */
export type Followed = Pick<ReturnType<typeof followRules>, 'scrapes' | 'history'>
