#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { portOf } from './https/port-of.ts'
import { createPixServer, serveBankPage } from './index.ts'

const { values } = parseArgs({
  options: {
    'efi-port': { type: 'string', default: '8490' },
    'asaas-port': { type: 'string', default: '8491' },
    'page-port': { type: 'string', default: '8492' },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const server = await createPixServer({ efiPort: Number(values['efi-port']), asaasPort: Number(values['asaas-port']) })
const page = await serveBankPage(server, Number(values['page-port']))
// Before it says where it is: whoever reads that may end it at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
const files = server.files()
const { account, url } = server.efi
for (const [name, value] of Object.entries(server.environment)) say(`${name}=${value}`)
say(`Efí: ${url}, id ${account.clientId}, secret ${account.clientSecret}, Pix key ${account.pixKey}`)
say(`Efí's certificate: ${files.p12} or ${files.pem}`)
say(`Asaas: ${server.asaas.url}, token ${server.asaas.accessToken}`)
say(`the bank's app: http://127.0.0.1:${portOf(page)}`)

async function stop(): Promise<void> {
  page.closeAllConnections()
  page.close()
  await server.stop()
}
