import type { LinkedDevice } from './linked-device.ts'
import type { SimulatedDevice } from './simulated-device.ts'

/** A device that takes what is sent to it: the client under test, or one that the server plays. */
export type Endpoint = LinkedDevice | SimulatedDevice
