#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { createGraphServer, openShop, serveControl } from './index.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8495' },
    'control-port': { type: 'string', default: '8496' },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const server = await createGraphServer({ port: Number(values.port) })
const shop = openShop(server)
const control = await serveControl(server, shop, Number(values['control-port']))
// Before it says where it is: whoever reads that may end it at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
say(`the Graph API: ${server.url}`)
say(`app: id ${shop.app.id}, secret ${shop.app.secret}, configuration ${shop.app.configId}`)
say(`WhatsApp: account ${shop.account.id}, number ${shop.number.id} (${shop.number.display}), token ${shop.token}`)
say(`page ${shop.page.id}, Instagram ${shop.instagram.id}; ${shop.owner.name} logs in for them`)
say(`control: http://127.0.0.1:${values['control-port']}`)

async function stop(): Promise<void> {
  control.closeAllConnections()
  control.close()
  await server.stop()
}
