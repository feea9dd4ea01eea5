export { kafkaSink } from './kafka-sink.ts'
export type { KafkaSasl, KafkaSinkOptions, KafkaTopicOptions } from './options.ts'
