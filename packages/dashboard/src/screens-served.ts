/**
 * The first segments of the paths that the page answers, besides the mount itself. Every other path is left to the host,
 * above all the API: `api`, `apis` and `ofrep`. A test compares the table with the screens of the page.
 */
export const firstSegments = [
  'sign-in',
  'features',
  'segments',
  'configs',
  'experiments',
  'scripts',
  'gateway',
  'workflows',
  'events',
  'hooks',
  'access',
  'settings',
] as const
