/** The names of all strategies by their names in the API, as the list says them before it knows their parameters. */
export const strategyNames: ReadonlyMap<string, string> = new Map([
  ['NO_STRATEGY', 'always'],
  ['RELEASE_DATE', 'from a date'],
  ['DATE_RANGE', 'between dates'],
  ['HOUR_RANGE', 'hours of the day'],
  ['PERCENTAGE', 'share of clients'],
  ['CUSTOMERS_LIST', 'listed clients'],
  ['SCRIPT', 'script'],
  ['GLOBAL_SCRIPT', 'shared script'],
  ['RULES', 'rules'],
])

/** The name of a strategy, such as `share of clients` for `PERCENTAGE`. Those of later versions are written as they are. */
export const strategyName = (strategy: string): string =>
  strategyNames.get(strategy) ?? strategy.toLowerCase().replaceAll('_', ' ')
