import { describe, expect, it } from 'vitest'
import { checkNode } from './driver.ts'
import { type KafkaSinkOptions, kafkaSink } from './index.ts'

describe('the options of kafkaSink', () => {
  it.each<[string, unknown]>([
    ['does not take the option topics (did you mean topic?)', { brokers: ['a:1'], topics: 'x' }],
    ['brokers of kafkaSink is invalid: expected addresses', { brokers: [] }],
    ['brokers of kafkaSink is invalid: expected host:port', { brokers: ['kafka://user:secret@a'] }],
    ['topic of kafkaSink is invalid', { brokers: ['a:1'], topic: 'flags/all' }],
    ['Unknown format avro', { brokers: ['a:1'], format: 'avro' }],
  ])('are rejected: %s', (message, options) => {
    expect(() => kafkaSink(options as KafkaSinkOptions)).toThrow(message)
    expect(() => kafkaSink(options as KafkaSinkOptions)).not.toThrow('secret')
  })

  it('connect to nothing before the first call', async () => {
    await kafkaSink({ brokers: ['127.0.0.1:1'] }).close()
  })
})

describe('the version of Node', () => {
  it.each(['22.13.0', '22.21.9', '23.11.0', '24.5.0', '20.20.2'])('%s is too old for Kafka sinks', (version) => {
    expect(() => checkNode(version)).toThrow(
      `Kafka sinks need Node 22.22 or later, or Node 24.6 or later: this is Node ${version}`,
    )
  })

  it.each(['22.22.0', '24.6.0', '25.0.0'])('%s will do', (version) => {
    expect(() => checkNode(version)).not.toThrow()
  })
})
