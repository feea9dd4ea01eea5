import type { Defaults } from './live/keys.ts'

/** The keys of flags that were declared in code. */
export interface DefinedKeys<
  F extends string,
  C extends Readonly<Record<string, unknown>>,
  E extends Readonly<Record<string, readonly string[]>>,
> {
  readonly features: F
  readonly configs: { readonly [N in keyof C]: C[N] }
  readonly experiments: { readonly [N in keyof E]: E[N][number] }
  readonly defaulted: keyof C & string
}

/**
 * Declares the flags of a program: which features, configs and experiments it may name, and what they are until a server says
 * otherwise. Pass it to `live(source, { flags })`: names that are not declared, and configs of another type, do not compile, and a config
 * that is declared always has a value. Returns its argument.
 */
export function defineFlags<
  const F extends string = never,
  C extends Readonly<Record<string, unknown>> = Record<never, never>,
  const E extends Readonly<Record<string, readonly string[]>> = Record<never, never>,
>(flags: {
  /** Features, each with whether it is active by default. */
  readonly features?: Readonly<Record<F, boolean>>
  /** Configs, each with its default; what a server sends has the type of it. */
  readonly configs?: C
  /** Experiments, each with the ids of its variants, the default first. */
  readonly experiments?: E
}): Defaults<DefinedKeys<F, C, E>> {
  return flags as Defaults<DefinedKeys<F, C, E>>
}
