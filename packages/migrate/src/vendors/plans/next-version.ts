/** The lowest version of Semantic Versioning above another one. Missing numbers are 0. */
export function nextVersion(version: string): string {
  const [release = ''] = version.replace(/^[vV]/, '').split('+')
  const [numbers = '', ...preRelease] = release.split('-')
  const [major = '0', minor = '0', patch = '0'] = numbers.split('.')
  if (preRelease.length > 0) return `${major}.${minor}.${patch}-${preRelease.join('-')}.0`
  return `${major}.${minor}.${BigInt(patch) + 1n}-0`
}
