/** Exchanges of AMQP 0-9-1, such as those of RabbitMQ. */

export {
  type AmqpConnection,
  type AmqpEnvelope,
  type AmqpPublisher,
  type AmqpSinkOptions,
  amqpSink,
} from './amqp-sink.ts'
