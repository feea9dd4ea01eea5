/** The budgets of a run, which can only be lowered. */
export const budgets = [
  { name: 'steps', label: 'Steps', unit: '' },
  { name: 'time', label: 'Time', unit: 'ms' },
  { name: 'memory', label: 'Memory', unit: 'characters' },
  { name: 'depth', label: 'Nesting', unit: 'levels' },
  { name: 'parallelism', label: 'Parallel paths', unit: '' },
  { name: 'output', label: 'Output', unit: 'characters' },
] as const

/** The budgets that a user has lowered, as typed. */
export type TypedBudgets = Readonly<Partial<Record<BudgetName, string>>>
type BudgetName = (typeof budgets)[number]['name']

/** Reads budgets; `undefined` if one of them is no whole number above 0. Those left empty are the service's. */
export function readBudgets(typed: TypedBudgets): Partial<Record<BudgetName, number>> | undefined {
  const read: Partial<Record<BudgetName, number>> = {}
  for (const { name } of budgets) {
    const text = typed[name]?.trim() ?? ''
    if (text === '') continue
    if (!/^[1-9]\d{0,9}$/.test(text)) return undefined
    read[name] = Number(text)
  }
  return read
}
