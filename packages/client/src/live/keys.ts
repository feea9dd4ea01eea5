/** What a program may name: the features, the values of configs by id, the variants of experiments by id. */
export interface Keys {
  readonly features: string
  readonly configs: Readonly<Record<string, unknown>>
  readonly experiments: Readonly<Record<string, string>>
}

/** The name of a config. */
export type ConfigKey<K extends Keys> = keyof K['configs'] & string
/** The name of an experiment. */
export type ExperimentKey<K extends Keys> = keyof K['experiments'] & string

/** What features, configs and experiments are when nobody knows better; of an experiment its variants, the first being the default. */
export interface Defaults<K extends Keys = Keys> {
  readonly features?: Readonly<Partial<Record<K['features'], boolean>>>
  readonly configs?: { readonly [C in ConfigKey<K>]?: K['configs'][C] }
  readonly experiments?: { readonly [E in ExperimentKey<K>]?: readonly K['experiments'][E][] }
}
