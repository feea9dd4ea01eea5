/** Streams of RabbitMQ. */

export { type RabbitmqStreamSinkOptions, rabbitmqStreamSink } from './rabbitmq-stream-sink.ts'
