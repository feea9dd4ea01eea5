/** A node that calls a core function. */
export const call = (name: string, args: object) => ({ kind: 'call', function: `core.${name}`, args })

/** A program with these steps. */
export const workflow = (...steps: object[]) => ({ kind: 'workflow', steps })

/** A program that greets the `name` in its input. */
export const greeting = workflow({ kind: 'value', value: 'Hello ${input.name}' })
