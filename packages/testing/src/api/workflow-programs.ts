/** A node that calls a function of the core. */
export const call = (name: string, args: object) => ({ kind: 'call', function: `core.${name}`, args })

/** A program of these steps. */
export const workflow = (...steps: object[]) => ({ kind: 'workflow', steps })

/** A program that greets who its input names. */
export const greeting = workflow({ kind: 'value', value: 'Hello ${input.name}' })
