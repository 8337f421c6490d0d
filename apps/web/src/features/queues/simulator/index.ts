export { Simulator } from './simulator.tsx'
export { type Simulated, useSimulation } from './use-simulation.ts'
