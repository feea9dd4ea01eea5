import { memoryCarrier } from '@signalbox/gateway'
import { describeCarrier } from './limit-carriers.fixture.ts'

describeCarrier('in memory', () => {
  const carrier = memoryCarrier()
  return { open: () => carrier }
})
