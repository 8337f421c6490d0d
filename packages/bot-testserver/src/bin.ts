#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { portOf } from './http/port-of.ts'
import { createBotServer, serveControl } from './index.ts'

const { values } = parseArgs({
  options: {
    'first-port': { type: 'string', default: '8500' },
    'control-port': { type: 'string', default: '8510' },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const firstPort = Number(values['first-port'])
const server = await createBotServer({ firstPort: firstPort === 0 ? undefined : firstPort })
const control = await serveControl(server, Number(values['control-port']))
// Before it says where it is: whoever reads that may end it at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
for (const [name, value] of Object.entries(server.environment)) say(`${name}=${value}`)
for (const [name, address] of Object.entries(server.addresses)) say(`${name}: ${address}`)
say(`control: http://127.0.0.1:${portOf(control)}`)

async function stop(): Promise<void> {
  control.closeAllConnections()
  control.close()
  await server.stop()
}
