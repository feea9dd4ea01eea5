import { describe, expect, it } from 'vitest'
import { toRfc4514 } from './distinguished-name.ts'

describe('the text of a distinguished name', () => {
  it.each([
    ['begins with the least significant part', 'C=DE\nO=Shop\nCN=client', 'CN=client,O=Shop,C=DE'],
    ['keeps what is escaped', 'O=A\\, B\\+C\\"\\\\\nCN=\\ x\\ ', 'CN=\\ x\\ ,O=A\\, B\\+C\\"\\\\'],
    ['has no spaces between attributes of one part', 'O=Shop + UID=joe\nCN=a', 'CN=a,O=Shop+UID=joe'],
    ['keeps a space at the end of such an attribute', 'O=B\\  + UID=joe', 'O=B\\ +UID=joe'],
    ['keeps an escaped plus between spaces', 'O=B \\+ C', 'O=B \\+ C'],
    ['keeps a backslash before such an attribute', 'O=B\\\\ + UID=joe', 'O=B\\\\+UID=joe'],
    ['keeps escaped line ends', 'O=A\\0ACN=admin\nCN=a', 'CN=a,O=A\\0ACN=admin'],
    ['keeps characters beyond ASCII', 'CN=Jürgen', 'CN=Jürgen'],
    ['may be empty', undefined, ''],
  ])('%s', (_, name, text) => {
    expect(toRfc4514(name)).toBe(text)
  })
})
