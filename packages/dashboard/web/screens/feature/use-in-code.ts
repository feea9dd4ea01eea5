import { curlWith, inProcess, literal, type Snippet, withClient, withOpenFeature } from '../../examples/snippets.ts'

/** The ways to check a feature: in process, through the client, through OpenFeature, with curl. */
export function snippetsOf(id: string, baseUrl: string): readonly Snippet[] {
  const key = literal(id)
  return [
    inProcess(`const isActive = box.isActive(${key}, { id: 'client-1041' })`),
    withClient(baseUrl, `const isActive = flags.isActive(${key}, { id: 'client-1041' })`),
    withOpenFeature(
      baseUrl,
      `const isActive = await OpenFeature.getClient().getBooleanValue(${key}, false, { targetingKey: 'client-1041' })`,
    ),
    {
      name: 'curl',
      code: curlWith(`${baseUrl}/api/features/${encodeURIComponent(id)}/check`, { id: 'client-1041' }),
    },
  ]
}
