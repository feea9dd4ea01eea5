import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { array, assert, constantFrom, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
import { dropContinues } from './drop-continues.ts'

/** The observed part of a connection: bytes from the server are pushed, and what is written is not sent. */
function setUp() {
  const socket = Object.assign(new Readable({ read() {} }), { write: () => true }) as unknown as Socket
  dropContinues(socket)
  const request = () => socket.write('GET / HTTP/1.1\r\n\r\n', 'latin1')
  const receive = (text: string) => void socket.push(Buffer.from(text, 'latin1'))
  const read = (): string => (socket.read() as Buffer | null)?.toString('latin1') ?? ''
  return { socket, request, receive, read }
}

const go = 'HTTP/1.1 100 Continue\r\nX: y\r\n\r\n'
const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'
const final = `HTTP/1.1 200 OK\r\nContent-Length: ${go.length}\r\n\r\n${go}`

it('drops 100 and nothing else, however the bytes are split, on each request of a connection', () => {
  const heads = array(constantFrom(go, hint), { maxLength: 5 })
  const cuts = array(integer({ min: 0, max: 400 }), { maxLength: 12 })
  assert(
    property(array(heads, { minLength: 1, maxLength: 3 }), cuts, (responses, places) => {
      const { request, receive, read } = setUp()
      for (const before of responses) {
        request()
        const all = before.join('') + final
        let got = ''
        let from = 0
        for (const to of [...places.toSorted((a, b) => a - b), all.length])
          if (to > from) {
            receive(all.slice(from, to))
            got += read()
            from = Math.min(to, all.length)
          }
        expect(got).toBe(before.filter((head) => head === hint).join('') + final)
      }
    }),
  )
})

it.each([
  'HTTP/1.1 101 Switching Protocols\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 1000 x\r\n\r\n',
  'HTTP/2.1 100 Continue\r\n\r\n',
  'ICY 1000 100\r\n\r\n',
  'HTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\r\n\r\n',
  `HTTP/1.1 100 ${'x'.repeat(20_000)}`,
])('leaves what is no 100 to the parser: %#', (text) => {
  const { request, receive, read } = setUp()
  request()
  receive(text)
  expect(read()).toBe(text)
})

it('leaves a 100 that follows no request, and what follows the head of a response', () => {
  const { request, receive, read } = setUp()
  receive(go)
  expect(read()).toBe(go)
  request()
  receive('HTTP/1.1 200 OK\r\n\r\n')
  receive(go)
  expect(read()).toBe(`HTTP/1.1 200 OK\r\n\r\n${go}`)
})

it('is not confused by the frames of a body that is still being sent', () => {
  const { socket, request, receive, read } = setUp()
  request()
  receive('HTTP/1.1 200 OK\r\n\r\n')
  socket.write('\r\n4\r\n', 'latin1')
  socket.write(Buffer.from('body'))
  socket.write('\r\n0\r\n\r\n', 'latin1')
  receive(go)
  expect(read()).toBe(`HTTP/1.1 200 OK\r\n\r\n${go}`)
})

it('passes on what it holds when the connection ends', () => {
  const { socket, request, receive, read } = setUp()
  request()
  receive('HTTP/1.1 1')
  expect(read()).toBe('')
  socket.push(null)
  expect(read()).toBe('HTTP/1.1 1')
})
