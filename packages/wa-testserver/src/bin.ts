#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { createWaServer, serveControl } from './index.ts'
import { portOf } from './media-host.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8480' },
    'media-port': { type: 'string', default: '8443' },
    'control-port': { type: 'string', default: '8481' },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const server = await createWaServer({ port: Number(values.port), mediaPort: Number(values['media-port']) })
const control = await serveControl(server, Number(values['control-port']))
// Before it says where it is: whoever reads that may end it at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
server.events.on('online', ({ account }) => say(`${account.name} (${account.number}) is online`))
server.events.on('refused', ({ number, code }) => say(`${number} was refused at login: ${code}`))
for (const [name, value] of Object.entries(server.environment)) say(`${name}=${value}`)
say(`control: http://127.0.0.1:${portOf(control.address())}`)

async function stop(): Promise<void> {
  control.closeAllConnections()
  control.close()
  await server.stop()
}
