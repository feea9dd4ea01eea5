/** A webhook receiver on 127.0.0.1 that reads each request and responds 204. Answers each question with its port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerWith } from '../child.ts'

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end())
})
const listening = new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
answerWith(async () => {
  await listening
  return { port: (server.address() as AddressInfo).port }
})
