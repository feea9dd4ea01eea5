import { describe, expect, it } from 'vitest'
import { checkFraming } from './framing.ts'

const cl = (value: string) => ['Content-Length', value]
const te = (value: string) => ['Transfer-Encoding', value]

describe('requests whose end is certain', () => {
  it.each([
    ['without a body', '1.1', ['Host', 'a']],
    ['of HTTP/1.0', '1.0', ['Host', 'a']],
    ['with a length', '1.1', cl('3')],
    ['with the length 0', '1.1', cl('0')],
    ['with a length, of HTTP/1.0', '1.0', cl('3')],
    ['in chunks', '1.1', te('chunked')],
    ['in chunks, in capitals', '1.1', ['TRANSFER-ENCODING', 'Chunked']],
    ['that wait for 100 Continue', '1.1', ['Expect', '100-continue', ...cl('3')]],
    ['with other headers of the same length', '1.1', ['If-Unmodified', 'x', 'Accept-Charsets-1', 'x', 'Cookie', 'x']],
    ['whose Connection names other headers', '1.1', ['Connection', 'keep-alive, X-Host']],
  ])('%s are accepted', (_, version, headers) => expect(checkFraming(version, headers)).toBeUndefined())
})

describe('requests whose end is uncertain', () => {
  it.each([
    ['without a version', '0.9', [], 'errors.bad.request'],
    ['of HTTP/2.0', '2.0', [], 'errors.version.unsupported'],
    ['of HTTP/1.2', '1.2', [], 'errors.version.unsupported'],
    ['of HTTP/0.8', '0.8', [], 'errors.version.unsupported'],
    ['with two lengths', '1.1', [...cl('3'), ...cl('4')], 'errors.request.framing'],
    ['with the same length twice', '1.1', [...cl('3'), ...cl('3')], 'errors.request.framing'],
    ['with a list of lengths', '1.1', cl('3, 3'), 'errors.request.framing'],
    ['with a signed length', '1.1', cl('+3'), 'errors.request.framing'],
    ['with a hexadecimal length', '1.1', cl('0x3'), 'errors.request.framing'],
    ['with an empty length', '1.1', cl(''), 'errors.request.framing'],
    ['with a length beyond exact numbers', '1.1', cl('9007199254740993'), 'errors.request.framing'],
    ['with a length and chunks', '1.1', [...cl('3'), ...te('chunked')], 'errors.request.framing'],
    ['with two codings', '1.1', [...te('chunked'), ...te('chunked')], 'errors.request.framing'],
    ['in chunks, of HTTP/1.0', '1.0', te('chunked'), 'errors.request.framing'],
    ['compressed in transfer', '1.1', te('gzip, chunked'), 'errors.transfer.coding.unsupported'],
    ['with an unknown coding', '1.1', te('xchunked'), 'errors.transfer.coding.unsupported'],
    ['with the coding identity', '1.1', te('identity'), 'errors.transfer.coding.unsupported'],
    ['with an empty coding', '1.1', te(''), 'errors.transfer.coding.unsupported'],
    ['whose Connection names Content-Length', '1.1', ['Connection', 'close, content-length'], 'errors.request.framing'],
    ['whose Connection names Host', '1.1', ['connection', 'Host'], 'errors.request.framing'],
    ['that expect anything else', '1.1', ['Expect', 'foo'], 'errors.expectation.failed'],
  ])('%s are refused', (_, version, headers, cause) => expect(checkFraming(version, headers)?.refuse).toBe(cause))
})
