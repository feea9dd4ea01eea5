/** The units that descriptions of settings name, and how a form shows them. The first that fits counts. */
const units: readonly (readonly [RegExp, string])[] = [
  [/\bmilliseconds\b/i, 'ms'],
  [/\bseconds\b/i, 's'],
  [/\bbytes\b/i, 'bytes'],
  [/^percentage of requests\b/i, '% of requests'],
  [/\bnumber of (?:additional )?requests\b/i, 'requests'],
]

/** The units of settings that have no description: quotas and rotations of secrets. */
const named: Readonly<Record<string, string>> = {
  perDay: 'requests',
  perMonth: 'requests',
  perWindow: 'requests',
  rotationEvery: 'hours',
  gracePeriod: 'hours',
}

/** What a number counts, from the description or the name of its setting: `Length of a window, in seconds` counts `s`. */
export const unitIn = (description: string, name: string): string | undefined =>
  units.find(([pattern]) => pattern.test(description))?.[1] ?? (Object.hasOwn(named, name) ? named[name] : undefined)
