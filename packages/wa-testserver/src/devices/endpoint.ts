import type { LinkedDevice } from './linked-device.ts'
import type { SimulatedDevice } from './simulated-device.ts'

/** A device that receives messages: the client under test, or one that the server simulates. */
export type Endpoint = LinkedDevice | SimulatedDevice
