import { createPixServer, serveBankPage } from '@guiche/pix-testserver'
import { freePort } from '../free-port.ts'
import { logIn } from './calls.ts'
import { codeInPicture } from './code-in-picture.ts'
import { addDueCompanies } from './due-companies.ts'
import { startAnew } from './start-anew.ts'

/**
 * Runs the product without a real payment provider: it charges by the Pix test server, and a page simulates the app of
 * the payer's bank. Everything is made anew at each start, because the test server forgets its charges when it ends.
 */
const port = await freePort(Number(process.env['PORT'] ?? 3000))
const pix = await createPixServer()
const { product, operator, removeData } = await startAnew({ name: 'pix-demo', port, env: pix.environment })
const password = await product.password

if (password !== undefined) {
  const call = await logIn(product.url, operator.email, operator.password)
  await call('PUT', '/billing/settings', pix.settings.efi)
  const { state } = await call<{ state: string }>('POST', '/billing/settings/test', {})
  if (state !== 'works') throw new Error(`the product cannot use the Pix test server: ${state}`)
  const companies = await addDueCompanies(call, password)

  const bankPort = await freePort(port + 1)
  await serveBankPage(pix, bankPort, { readPicture: codeInPicture })
  const logins = companies.map(({ name, email }) => `    ${name.padEnd(20)}${email}`)
  console.log(`
  Pix without a bank
    Guichê              ${product.url}
    The bank's app      http://127.0.0.1:${bankPort}

  Companies that have to pay R$ 99,90; their admins, with the password ${password}
${logins.join('\n')}
  The operator, whom they pay: ${operator.email}, ${operator.password}

  In Guichê: log in as an admin, Pagar, fill in the CPF 111.444.777-35, PAGAR, and copy the code. In the bank's app:
  paste it, and pay it as asked, too little, twice, or late; what was paid can be given back there.
  The operator sees what needs a look at under Pagamentos a conferir, and what came in at each company.
`)
}
const exitCode = await product.ended
await pix.stop()
removeData()
process.exit(exitCode)
