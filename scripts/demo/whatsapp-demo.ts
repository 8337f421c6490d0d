import { join } from 'node:path'
import { createWaServer } from '@guiche/wa-testserver'
import { Customers } from './customers.ts'
import { freePort } from '../free-port.ts'
import { servePhonePage } from './phone-page.ts'
import { root } from '../process.mjs'
import { startProduct } from './product.ts'
import { createCodeReader } from './shown-code.ts'

/**
 * Runs the product without a real phone: it connects to the WhatsApp test server, and a page simulates the phones of
 * the company and its customers. The test server forgets everything when it ends.
 */
const port = await freePort(Number(process.env['PORT'] ?? 3000))
const whatsApp = await createWaServer({ initialKeys: 'few' })
const phone = whatsApp.phone('5511932145678', 'Casa Aurora Móveis', { businessName: 'Casa Aurora Móveis' })
const customers = new Customers(phone, [
  whatsApp.contact('5511988880001', 'Rita Moura'),
  whatsApp.contact('5521977770002', 'Paulo Reis'),
  whatsApp.contact('5551966660003', 'Sofia Klein'),
])

const product = startProduct({
  port,
  env: { GUICHE_DATA: join(root, 'data-whatsapp-demo'), ...process.env, ...whatsApp.environment },
})
const password = await product.password

if (password !== undefined) {
  const page = await servePhonePage({
    phone,
    customers,
    port: port + 1,
    shownCode: await createCodeReader(product.url, password),
  })
  console.log(`
  WhatsApp without a phone
    Guichê            ${product.url}   (admin@aurora.demo, ${password})
    The phones        ${page.url}

  In Guichê: Conexões, Nova conexão, WhatsApp. On the page of the phones: read the code, and write as a customer.
`)
}
const exitCode = await product.ended
await whatsApp.stop()
process.exit(exitCode)
