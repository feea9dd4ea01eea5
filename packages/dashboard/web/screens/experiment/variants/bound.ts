import type { ResultsHere } from '../results-here.ts'

/** How many clients are bound to each variant; `undefined` while the results are not known. */
export function boundOf(here: ResultsHere): ReadonlyMap<string, number> | undefined {
  if (here.state !== 'ready') return undefined
  const { variants } = here.results.experiment
  return new Map(variants.map(({ id, currentPopulation = 0 }) => [id, currentPopulation]))
}
