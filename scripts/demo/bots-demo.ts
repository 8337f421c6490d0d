import { freePort } from '../free-port.ts'
import { addBotQueues, admin, findPersonsQueue } from './bots/bot-queues.ts'
import { serveBotsPage } from './bots/bots-page.ts'
import { demoFiles } from './bots/demo-files.ts'
import { createDemoServices } from './bots/demo-services.ts'
import { Switches } from './bots/switches.ts'
import { typebotTalk } from './bots/typebot-talk.ts'
import { logIn } from './calls.ts'
import { startAnew } from './start-anew.ts'
import { widenPlan } from './widen-plan.ts'

/**
 * Runs the product without accounts at Typebot, n8n, Google, OpenAI and Azure: their test servers answer the customers of
 * the demo company, and a page shows what they are asked and makes them fail. Everything is made anew at each start.
 */
const port = await freePort(Number(process.env['PORT'] ?? 3000))
const page = await serveBotsPage(await demoFiles(), port + 1)
const filesUrl = `${page.url}/files`
const bots = await createDemoServices(filesUrl)
const { product, operator, removeData } = await startAnew({
  name: 'bots-demo',
  port,
  env: {
    ...bots.environment,
    // The robots' files are on this machine too.
    GUICHE_INSIDE_HOSTS: [...bots.hosts, page.host].join(','),
    GUICHE_OPENAI_URL: bots.addresses.openai,
    GUICHE_SPEECH_URL: bots.addresses.speech,
  },
})
const password = await product.password

if (password !== undefined) {
  await widenPlan(product, operator)
  const call = await logIn(product.url, admin, password)
  const personsQueue = await findPersonsQueue(call)
  bots.typebot.publish('aurora', { groups: typebotTalk(filesUrl, personsQueue) })
  const links = await addBotQueues(call, { bots, url: product.url, personsQueue })
  page.show({ productUrl: product.url, links, switches: new Switches(bots) })
  console.log(`
  Robots without accounts
    Guichê              ${product.url}   (${admin}, ${password})
    The robots          ${page.url}

  On the page of the robots: write to one of them, make it slow, silent or broken, and see what it was asked.
  In Guichê: Tickets shows the talks, Integrações and Prompts the robots, and whether they answer.
`)
}
const exitCode = await product.ended
await bots.stop()
removeData()
process.exit(exitCode)
