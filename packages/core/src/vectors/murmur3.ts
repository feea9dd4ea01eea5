/** murmur3 x86-32 of the UTF-8 bytes of a text, by seed. */
export const hashes: readonly (readonly [text: string, seed: number, hash: number])[] = [
  ['', 0, 0x00000000],
  ['a', 0, 0x3c2569b2],
  ['test', 0, 0xba6bd213],
  ['Hello, world!', 0, 0xc0363e43],
  ['The quick brown fox jumps over the lazy dog', 0, 0x2e4ff723],
  ['', 1, 0x514e28b7],
  ['', 4294967295, 0x81f16f39],
  ['aaaa', 2538058380, 0x5a97808a],
  ['abcd', 2538058380, 0xf0478627],
  ['é', 0, 0x10110787],
]

/** The bucket of a client in a feature, 0 to 99,999. */
export const buckets: readonly (readonly [feature: string, client: string, bucket: number])[] = [
  ['shop:checkout', 'u1', 74149],
  ['a', 'u1', 15695],
  ['shop:checkout', 'u2', 17642],
  ['a', 'u2', 77183],
  ['shop:checkout', 'u3', 56882],
  ['a', 'u3', 48222],
  ['shop:checkout', 'user-42', 64644],
  ['a', 'user-42', 4242],
  ['shop:checkout', 'ragnar', 91429],
  ['a', 'ragnar', 83058],
  ['shop:checkout', 'été', 46621],
  ['a', 'été', 53032],
  ['shop:checkout', '😀', 51572],
  ['a', '😀', 4829],
  ['shop:checkout', '10', 7755],
  ['a', '10', 35709],
]
