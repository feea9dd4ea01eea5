import type { PlanEnd } from '../folder/run-plan.ts'

/** Prints the lines of a plan to standard output, and its warnings to standard error. */
export const output = { print: (line: string) => console.log(line), warn: (line: string) => console.error(line) }

/** The end of a command that ran a plan. With `--check`, differences are an exit code of their own. */
export const endOf = (end: PlanEnd, check: boolean): boolean | 'differs' =>
  end === 'differs' ? !check || end : end === 'done'
