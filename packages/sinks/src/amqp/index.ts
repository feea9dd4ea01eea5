/** Exchanges of AMQP 0-9-1, for example in RabbitMQ. */

export {
  type AmqpConnection,
  type AmqpEnvelope,
  type AmqpPublisher,
  type AmqpSinkOptions,
  amqpSink,
} from './amqp-sink.ts'
