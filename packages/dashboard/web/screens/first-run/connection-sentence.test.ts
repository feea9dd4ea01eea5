import { expect, it } from 'vitest'
import { connectionSentence } from './connection-sentence.ts'

const right = {
  feature: 'shop:express',
  exists: true,
  key: 'shop-web',
  found: { admin: false, authorizedPatterns: [{ pattern: 'shop:*', rights: [] }] },
  baseUrl: 'http://127.0.0.1:9000',
}

it.each([
  ['the flag is gone', { exists: false }, 'The flag shop:express doesn’t exist anymore.'],
  ['there is no key', { key: undefined, found: undefined }, 'The guide has no key.'],
  ['the key is gone', { found: undefined }, 'The key shop-web doesn’t exist anymore.'],
  ['the key has no grant', { found: { authorizedPatterns: [] } }, 'The key shop-web can’t read shop:express.'],
  [
    'the key reads other flags',
    { found: { authorizedPatterns: [{ pattern: 'blog:*' }] } },
    'The key shop-web can’t read shop:express.',
  ],
  ['nothing is wrong here', {}, 'Check that the program calls http://127.0.0.1:9000'],
  [
    'the key is of an admin',
    { found: { admin: true } },
    'no call with this key and its secret has arrived: a wrong secret is rejected.',
  ],
])('says that %s', (_, wrong, sentence) => {
  expect(connectionSentence({ ...right, ...wrong })).toContain(sentence)
})
