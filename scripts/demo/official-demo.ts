import { createGraphServer, createMetaPage, openShop } from '@guiche/graph-testserver'
import sharp from 'sharp'
import { databaseUrlIn } from '../../apps/server/test/data-folder.ts'
import { passAt } from '../../apps/server/test/numbers/pass.ts'
import { demoFiles } from './bots/demo-files.ts'
import { freePort, listenFrom } from '../free-port.ts'
import { startAnew } from './start-anew.ts'
import { widenPlan } from './widen-plan.ts'

/**
 * Runs the product without an app at Meta: it uses the Graph API for tests, and a page plays Meta and the customers.
 * Everything is made anew at each start.
 */
const port = await freePort(Number(process.env['PORT'] ?? 3000))
const verifyToken = 'token-de-verificacao'
const graph = await createGraphServer()
const shop = openShop(graph, { name: 'Casa Aurora Móveis', username: 'casaaurora', owner: 'Camila Rocha' })
// The product links them when somebody connects the number.
shop.account.subscribedApps.clear()

const { product, operator, dataFolder, removeData } = await startAnew({
  name: 'official-demo',
  port,
  env: {
    GUICHE_META_APP_ID: shop.app.id,
    GUICHE_META_APP_SECRET: shop.app.secret,
    GUICHE_META_VERIFY_TOKEN: verifyToken,
    GUICHE_META_SIGNUP_CONFIG: shop.app.configId,
    GUICHE_META_GRAPH_URL: graph.url,
    GUICHE_META_LOGIN_URL: graph.url,
    GUICHE_META_HUMAN_AGENT: 'yes',
  },
})
const password = await product.password

if (password !== undefined) {
  const companyId = await widenPlan(product, operator)
  await graph.subscribeToAll(shop.app, `${product.url}/webhook`, verifyToken)
  const page = createMetaPage(graph, shop, {
    productUrl: product.url,
    letPass: (hours) => passAt(databaseUrlIn(dataFolder), companyId, hours * 60),
    samples: await samples(),
  })
  const pageUrl = `http://127.0.0.1:${await listenFrom(page, port + 1)}`
  console.log(`
  Meta without an account there
    Guichê              ${product.url}   (admin@aurora.demo, ${password})
    Meta and customers  ${pageUrl}

  In Guichê: Conexões, Nova conexão, WhatsApp oficial (API da Meta); the page of Meta has the ids and the token.
  On that page: write as a customer, answer on the phone of the shop, review templates, let 25 hours pass.
`)
}
const exitCode = await product.ended
await graph.stop()
removeData()
process.exit(exitCode)

async function samples() {
  const files = await demoFiles()
  const sample = (name: string) => {
    const file = files.get(name)
    if (!file) throw new Error(`there is no ${name}`)
    return { bytes: file.data, mimeType: file.mimetype, name }
  }
  const picture = sample('sofa.jpg')
  const sticker = await sharp(picture.bytes).resize({ width: 512, height: 512, fit: 'cover' }).webp().toBuffer()
  return {
    picture,
    voice: sample('pergunta.ogg'),
    video: sample('video.webm'),
    sticker: { bytes: sticker, mimeType: 'image/webp', name: 'sofa.webp' },
    paper: sample('catalogo.pdf'),
  }
}
