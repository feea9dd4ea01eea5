import { api } from '../../calls/api.ts'
import { type Connection, connectionSentence } from './connection-sentence.ts'

/** Looks up what the sentence is made of. */
export async function checkConnection(given: Pick<Connection, 'feature' | 'key' | 'baseUrl'>): Promise<string> {
  const { feature, key } = given
  const [flag, found] = await Promise.all([
    orMissing(api.features.get({ id: feature })),
    key === undefined ? undefined : orMissing(api.apiKeys.get({ id: key })),
  ])
  return connectionSentence({ ...given, exists: flag !== undefined, found })
}

const orMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error) => {
    if ((error as { code?: string }).code !== 'NOT_FOUND') throw error
    return undefined
  })
