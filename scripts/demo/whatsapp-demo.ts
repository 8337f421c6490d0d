import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createWaServer } from '@guiche/wa-testserver'
import { Customers } from './customers.ts'
import { freePort } from '../free-port.ts'
import { servePhonePage } from './phone-page.ts'
import { root, server } from '../process.mjs'
import { createCodeReader } from './shown-code.ts'

/**
 * Runs the product without a real phone: it connects to the WhatsApp test server, and a page simulates the phones of
 * the company and its customers. The test server forgets everything when it ends.
 */
const port = await freePort(Number(process.env['PORT'] ?? 3000))
const url = `http://127.0.0.1:${port}`
const whatsApp = await createWaServer({ initialKeys: 'few' })
const phone = whatsApp.phone('5511932145678', 'Casa Aurora Móveis', { businessName: 'Casa Aurora Móveis' })
const customers = new Customers(phone, [
  whatsApp.contact('5511988880001', 'Rita Moura'),
  whatsApp.contact('5521977770002', 'Paulo Reis'),
  whatsApp.contact('5551966660003', 'Sofia Klein'),
])

const product = spawn(process.execPath, [...server, '--demo'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    ...whatsApp.environment,
    PORT: String(port),
    HOST: '127.0.0.1',
    GUICHE_PUBLIC_URL: url,
    GUICHE_METRICS_PORT: '0',
    // A person reads this terminal: no log lines of what works.
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    GUICHE_DATA: process.env['GUICHE_DATA'] ?? join(root, 'data-whatsapp-demo'),
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => product.kill('SIGTERM'))
const ended = once(product, 'exit')
const password = await Promise.race([passwordIn(product), ended.then(() => undefined)])

if (password !== undefined) {
  const page = await servePhonePage({
    phone,
    customers,
    port: port + 1,
    shownCode: await createCodeReader(url, password),
  })
  console.log(`
  WhatsApp without a phone
    Guichê            ${url}   (admin@aurora.demo, ${password})
    The phones        ${page.url}

  In Guichê: Conexões, Nova conexão, WhatsApp. On the page of the phones: read the code, and write as a customer.
`)
  await ended
}
await whatsApp.stop()
process.exit(product.exitCode ?? 1)

/** Reads the demo's password, which the product prints once it is ready. */
function passwordIn({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    stdout?.on('data', (part: Buffer) => {
      process.stdout.write(part)
      said += part.toString()
      const found = /everybody's password: (\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
}
